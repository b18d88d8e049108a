// The page of people: taking a name, bringing it from another browser, taking it along.
// @ts-check
import { ask, el, forget, keep, link, me, takeName } from "/static/person.js";
import { t } from "/texts.js";

const host = /** @type {HTMLElement} */ (document.getElementById("you"));

/** @param {string} label @param {string} type @param {string} complete */
function field(label, type, complete) {
  const wrap = el("label", label, "wide");
  const input = /** @type {HTMLInputElement} */ (el("input"));
  input.type = type;
  input.autocomplete = /** @type {any} */ (complete);
  wrap.append(input);
  return { wrap, input };
}

/**
 * A form whose answer or trouble is told below it.
 * @param {HTMLElement[]} parts @param {string} button @param {() => Promise<string>} send @param {boolean} [main]
 */
function form(parts, button, send, main = false) {
  const f = el("form");
  const go = /** @type {HTMLButtonElement} */ (el("button", button, main ? "primary" : ""));
  const says = el("p", "", "says");
  says.setAttribute("role", "alert");
  f.append(...parts, go, says);
  f.addEventListener("submit", async (e) => {
    e.preventDefault();
    go.disabled = true;
    try {
      says.classList.remove("good");
      says.textContent = await send();
      says.classList.add("good");
    } catch (error) {
      says.textContent = error instanceof Error ? error.message : String(error);
    }
    go.disabled = false;
  });
  return f;
}

function stranger() {
  const name = field(t("people.name"), "text", "nickname");
  name.input.maxLength = 20;
  name.input.required = true;
  name.input.id = "newname";
  const first = el("p", t("people.why"));
  const take = form([name.wrap], t("people.take"), async () => { await takeName(name.input.value); show(); return ""; }, true);
  take.id = "takename";
  const more = el("details");
  more.append(el("summary", t("people.have")));
  const secret = field(t("people.key"), "password", "off");
  secret.input.id = "oldkey";
  const byKey = form([secret.wrap], t("people.use_key"), async () => {
    const key = secret.input.value.trim();
    const known = await ask("/api/people/me", "GET", undefined, key);
    keep({ id: known.id, name: known.name, key });
    show();
    return "";
  });
  byKey.id = "bykey";
  const old = field(t("people.name"), "text", "username");
  const password = field(t("people.password"), "password", "current-password");
  const byPassword = form([old.wrap, password.wrap], t("people.log_in"), async () => {
    keep(await ask("/api/people/login", "POST", { name: old.input.value, password: password.input.value }));
    show();
    return "";
  });
  byPassword.id = "bypassword";
  more.append(el("h3", t("people.by_key")), byKey, el("h3", t("people.by_password")), byPassword);
  host.replaceChildren(first, take, more);
}

/** @param {{id: string, name: string, key: string}} person */
async function known(person) {
  const line = el("p");
  line.append(`${t("people.are")} `, link(`/people/${person.id}`, person.name, "ownname"));
  host.replaceChildren(line);
  /** @type {any} */
  let told;
  try {
    told = await ask("/api/people/me");
  } catch (error) {
    host.append(el("p", error instanceof Error ? error.message : "", "says"));
    host.append(leaving());
    return;
  }
  const more = el("details");
  more.append(el("summary", t("people.take_along")));
  const shown = /** @type {HTMLInputElement} */ (el("input"));
  shown.readOnly = true;
  shown.value = person.key;
  shown.id = "ownkey";
  shown.setAttribute("aria-label", t("people.key"));
  const says = el("span", "", "line");
  says.setAttribute("role", "status");
  const copy = el("button", t("people.copy"));
  copy.setAttribute("type", "button");
  copy.addEventListener("click", async () => {
    shown.select();
    await navigator.clipboard?.writeText(person.key).catch(() => {});
    says.textContent = t("people.copied");
  });
  const row = el("p", "", "keyrow");
  row.append(shown, copy, says);
  const password = field(told.password ? t("people.new_password") : t("people.password"), "password", "new-password");
  password.input.minLength = 8;
  const set = form([password.wrap], t("people.set"), async () => {
    await ask("/api/people/me", "PUT", { password: password.input.value });
    password.input.value = "";
    return t("people.password_kept");
  });
  set.id = "setpassword";
  const others = form([], t("people.forget_others"), async () => {
    await ask("/api/people/me/others", "DELETE");
    return t("people.others_gone");
  });
  more.append(el("p", t("people.key_why")), row, el("p", t("people.password_why")), set, others, leaving());
  host.append(more);
}

function leaving() {
  return form([], t("people.leave"), async () => {
    if (!confirm(t("people.leave_sure"))) return "";
    forget();
    show();
    return "";
  });
}

function show() {
  const person = me();
  if (person) known(person);
  else stranger();
}
show();
