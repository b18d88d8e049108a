// A page of a position or of a written game: its buttons open a table.
// @ts-check
import { makeTable } from "/static/seats.js";

for (const button of document.querySelectorAll(".playfrom")) {
  if (!(button instanceof HTMLElement)) continue;
  button.addEventListener("click", async () => {
    const says = document.getElementById("says");
    try {
      const id = await makeTable({ seats: [], ...JSON.parse(button.dataset.position ?? "{}") });
      location.href = `/play/${id}`;
    } catch (error) {
      if (says) says.textContent = error instanceof Error ? error.message : String(error);
    }
  });
}
