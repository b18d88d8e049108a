// A position's page: plays on from it at a table.
// @ts-check
import { makeTable } from "/static/seats.js";

const button = document.getElementById("playfrom");
button?.addEventListener("click", async () => {
  const says = document.getElementById("says");
  try {
    const record = JSON.parse(button.dataset.position ?? "{}");
    const id = await makeTable({ ...record, seats: [] });
    location.href = `/play/${id}`;
  } catch (error) {
    if (says) says.textContent = error instanceof Error ? error.message : String(error);
  }
});
