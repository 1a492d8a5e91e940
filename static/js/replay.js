// What only the browser can do for a replay: keys, keeping the marked moment in sight, handing the link to other apps.
// It decides nothing: a key clicks a button that is on the page, or moves the slider.
(() => {
  const KEYS = {
    ArrowRight: "step-forward", ArrowLeft: "step-back", PageDown: "round-forward", PageUp: "round-back",
    " ": "replay-play", l: "log", s: "share",
  };
  const BETWEEN = 130; // Milliseconds between two steps of a key that is held down.
  const replay = () => document.querySelector(".replay");
  let last = 0;

  const slide = (to) => {
    const slider = replay().querySelector(".slider");
    slider.value = to === "End" ? slider.max : slider.min;
    slider.dispatchEvent(new Event("change"));
  };

  document.addEventListener("keydown", (event) => {
    if (!replay() || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const open = replay().querySelector(".moves[data-open] .moves-close");
    if (key === "Escape" && open && open.offsetParent) return open.click();
    const target = event.target;
    // The slider and the list know the keys themselves, and Space presses whatever has the focus.
    if (target.matches("select, input:not([type=range])")) return;
    if (target.matches("input[type=range]") && key !== " ") return;
    if (target.closest(".moves-scroll") && /^(Page|Home|End)/.test(key)) return;
    if (key === " " && target.matches("button, a")) return;
    if (key === "Home" || key === "End") slide(key);
    else if (!KEYS[key]) return;
    else if (!event.repeat || event.timeStamp - last > BETWEEN) {
      last = event.timeStamp;
      replay().querySelector(`[data-action="${KEYS[key]}"]`)?.click();
    }
    event.preventDefault();
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-share]");
    if (button) navigator.share?.({ url: document.querySelector(button.dataset.share).value }).catch(() => {});
  });
  document.documentElement.classList.toggle("can-share", Boolean(navigator.share));

  // The marked moment stays in sight, in its own box and without moving the page.
  let marked = null;
  const keepInSight = () => {
    const line = document.querySelector('.moves [aria-current="step"]');
    if (!line || line === marked) return;
    marked = line;
    const box = line.closest(".moves-scroll");
    const top = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < 8 || top + line.offsetHeight > box.clientHeight - 8) box.scrollTop += top - box.clientHeight / 3;
  };
  let soon = 0;
  new MutationObserver(() => {
    cancelAnimationFrame(soon);
    soon = requestAnimationFrame(keepInSight);
  }).observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-current", "data-open"] });
})();
