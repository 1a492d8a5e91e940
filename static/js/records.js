// What only the browser can do for records: the time of a match as its place and language have it, sending a file,
// and handing a link on. What comes of a file is told to the page by the events "done" and "refused".
(() => {
  const root = document.documentElement;

  // Elements come and go with the page's socket, and the language may change, so this is looked at again whenever they do.
  const times = () => {
    const format = new Intl.DateTimeFormat(root.lang || "en", { dateStyle: "medium", timeStyle: "short" });
    for (const time of document.querySelectorAll("time[data-when]")) {
      const moment = new Date(Number(time.dataset.when) * 1000);
      const said = format.format(moment);
      if (time.textContent !== said) {
        time.textContent = said;
        time.dateTime = moment.toISOString();
      }
    }
  };

  const tell = (element, name, detail) => element.dispatchEvent(new CustomEvent(name, { detail }));

  const send = async (place, file) => {
    if (file.size > Number(place.dataset.largest)) return tell(place, "refused", { word: "file_too_big" });
    place.ariaBusy = "true";
    let answer;
    try {
      const headers = { "Content-Type": "application/json" };
      answer = await (await fetch(place.dataset.import, { method: "POST", headers, body: file })).json();
    } catch {
      answer = { ok: false, word: "offline" };
    }
    place.ariaBusy = "false";
    tell(place, answer.ok ? "done" : "refused", answer);
  };

  document.addEventListener("change", (event) => {
    const place = event.target.closest?.("[data-import]");
    const file = event.target.files?.[0];
    if (!place || !file || place.ariaBusy === "true") return;
    send(place, file);
    event.target.value = ""; // The same file may be chosen again.
  });

  const start = () => {
    times();
    let soon = 0;
    new MutationObserver(() => {
      cancelAnimationFrame(soon);
      soon = requestAnimationFrame(times);
    }).observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["lang", "data-when"] });
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
