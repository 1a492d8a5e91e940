// What only a browser can do, on every page: full screen, copying a text, handing an address on to another app.
(() => {
  const root = document.documentElement;
  root.classList.toggle("can-full-screen", !!document.fullscreenEnabled);
  root.classList.toggle("can-share", !!navigator.share);
  document.addEventListener("fullscreenchange", () => root.classList.toggle("is-full-screen", !!document.fullscreenElement));

  // The face of headings and banners. A table has none at first, and would be laid out anew at the first banner.
  document.fonts.load("1rem Itim", root.lang === "th" ? "Aก" : "A").catch(() => {});

  const fullScreen = () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()).catch(() => {});

  // Somebody has signed in on another page of this browser: this one, still a guest's, is to be theirs, too.
  window.unoAccount = "BroadcastChannel" in window ? new BroadcastChannel("uno-account") : null;
  window.unoAccount?.addEventListener("message", () => location.reload());

  // The clipboard needs a secure address; in a home network there is only the old way.
  const copy = (field) => {
    field.select();
    if (navigator.clipboard) navigator.clipboard.writeText(field.value).catch(() => {});
    else document.execCommand("copy");
  };

  // A page says what is heard by a mark on an element: a number that grows, the effects, their options.
  new MutationObserver((changes) => {
    const [, names, options] = JSON.parse(changes.at(-1).target.dataset.fx);
    window.unoSound?.fx(names, options);
  }).observe(root, { subtree: true, attributes: true, attributeFilter: ["data-fx"] });

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-action=full-screen], [data-copy], [data-share]");
    if (!button) return;
    if (button.dataset.copy) copy(document.querySelector(button.dataset.copy));
    else if (button.dataset.share) navigator.share?.({ url: document.querySelector(button.dataset.share).value }).catch(() => {});
    else fullScreen();
  });

  // The framework's word that the connection is lost: only when that lasts, and above dialogs, too.
  const strip = document.getElementById("popup");
  if (strip?.showPopover) {
    let lasts;
    let watched;
    // The socket sends what it has kept meanwhile; but the table has gone on, and nobody plays blindly.
    const atTable = ({ data }) => document.getElementById(`c${data[1]?.id}`)?.closest("[data-page=table]");
    const forget = () => {
      const { socket } = window;
      if (strip.matches(":popover-open")) socket.sendBuffer = socket.sendBuffer.filter((kept) => !atTable(kept));
    };
    strip.popover = "manual";
    strip.role = "alert";
    new MutationObserver(() => {
      clearTimeout(lasts);
      watched ??= window.socket?.io.on("open", forget);
      if (strip.ariaHidden === "false") lasts = setTimeout(() => strip.showPopover(), 1500);
      else strip.hidePopover();
    }).observe(strip, { attributeFilter: ["aria-hidden"] });
  }
})();
