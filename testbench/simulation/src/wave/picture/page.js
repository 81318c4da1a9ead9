"use strict";
const said = document.getElementById("said");
let last = null;
function say(event) {
  const value = event.target.closest(".values path");
  const title = value && value.querySelector("title");
  if (!title || value === last) return;
  if (last) last.classList.remove("said");
  last = value;
  value.classList.add("said");
  said.textContent = title.textContent;
}
document.addEventListener("pointerover", say);
document.addEventListener("click", say);
