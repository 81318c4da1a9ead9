"use strict";
const said = document.getElementById("said");
let last = null;
function say(event) {
  const value = event.target.closest(".value");
  if (!value || value === last) return;
  if (last) last.classList.remove("said");
  last = value;
  value.classList.add("said");
  said.textContent = value.querySelector("title").textContent;
}
document.addEventListener("pointerover", say);
document.addEventListener("click", say);
