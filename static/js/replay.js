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

  // The marked moment, and on a small screen the hand on turn, stay in sight, each in its own box.
  const inSight = (line, box, margin) => {
    if (!line || box.scrollHeight <= box.clientHeight) return;
    const top = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (top < margin || top + line.offsetHeight > box.clientHeight - margin) box.scrollTop += top - box.clientHeight / 3;
  };
  let marked = null;
  let turn = null;
  const keepInSight = () => {
    const line = document.querySelector('.moves [aria-current="step"]');
    const rack = document.querySelector(".rack.on-turn");
    if (line && (line !== marked || !line.closest(".moves").wasOpen)) inSight(line, line.closest(".moves-scroll"), 8);
    if (rack && rack !== turn) inSight(rack, rack.closest(".racks"), 4);
    if (line) line.closest(".moves").wasOpen = line.offsetParent !== null;
    marked = line;
    turn = rack;
  };
  let soon = 0;
  new MutationObserver(() => {
    cancelAnimationFrame(soon);
    soon = requestAnimationFrame(keepInSight);
  }).observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ["aria-current", "data-open", "class"] });
})();
