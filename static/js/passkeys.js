// Forms about accounts go by fetch, so that no password passes the page's socket and a cookie can be set;
// passkeys need the browser itself. What comes of it is told to the page by the events "done" and "refused".
(() => {
  const root = document.documentElement;
  const PATIENCE = 120000; // How long a person may take with the authenticator.
  const RENEWAL = 240000; // A challenge is good for five minutes.

  const post = async (path, body, json = true) => {
    const headers = json ? { "Content-Type": "application/json" } : {};
    let answer;
    try {
      answer = await (await fetch(path, { method: "POST", headers, body: json ? JSON.stringify(body) : body })).json();
    } catch {
      throw { word: "offline", params: {}, field: "" };
    }
    if (!answer.ok) throw { word: answer.word, params: answer.params, field: answer.field };
    if (answer.signed_in) window.unoAccount?.postMessage("signed in");
    return answer;
  };

  const tell = (element, name, detail) => element.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  const refusal = (error) => (error && error.word ? error : { word: "passkey_cancelled", params: {}, field: "" });

  // Do something that may end the session of this page; where it went well, go on to the next one.
  const attempt = async (element, buttons, work) => {
    if (element.ariaBusy === "true") return;
    element.ariaBusy = "true";
    buttons.forEach((button) => (button.disabled = true));
    window.unoLeaving = true;
    try {
      const answer = await work();
      if (element.dataset.next) return location.assign(element.dataset.next);
      tell(element, "done", answer);
    } catch (error) {
      tell(element, "refused", refusal(error));
    }
    window.unoLeaving = false;
    element.ariaBusy = "false";
    buttons.forEach((button) => (button.disabled = false));
  };

  const send = (form) => {
    const buttons = [...form.querySelectorAll("button:not([type=button])")];
    const file = form.querySelector("input[type=file]");
    return attempt(form, buttons, () => {
      if (file) return post(form.dataset.send, file.files[0] || new Blob(), false);
      return post(form.dataset.send, Object.fromEntries(new FormData(form)));
    });
  };

  // One request to the authenticator at a time: a new one ends the one before.
  let pending = null;
  let asked = false; // By a button, so that suggestions must wait.
  let filled = null; // The input that has suggestions.
  const asking = () => {
    pending?.abort();
    pending = new AbortController();
    return pending.signal;
  };

  const ceremony = async (kind, extra, ask) => {
    const begun = await post(`/api/passkey/${kind}/begin`, {});
    const credential = await ask(begun.options);
    const body = { ceremony: begun.ceremony, credential: credential.toJSON(), ...extra };
    return post(`/api/passkey/${kind}/finish`, body);
  };

  const get = (options, more = {}) => navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options), signal: asking(), ...more,
  });
  const create = (options) => navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options), signal: asking(),
  });

  const use = (button) => {
    const kind = button.dataset.passkey;
    const cancel = button.parentElement?.querySelector("[data-passkey-cancel]");
    const field = button.dataset.passkeyName;
    const name = (field && document.querySelector(field)?.value) || "";
    asked = true;
    if (cancel) cancel.hidden = false;
    const clock = setTimeout(() => pending?.abort(), PATIENCE);
    return attempt(button, [button], () => ceremony(kind, kind === "add" ? { name } : {}, kind === "add" ? create : get))
      .finally(() => {
        clearTimeout(clock);
        asked = false;
        filled = null;
        if (cancel) cancel.hidden = true;
        if (kind === "add") tellAuthenticators();
        autofill();
      });
  };

  // Passkeys among the suggestions of an input: once for each input, and again before the challenge is too old.
  const autofill = async () => {
    const input = document.querySelector('input[autocomplete~="webauthn"]');
    if (!input || input === filled || asked || root.dataset.passkeys !== "yes") return;
    filled = input;
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    const form = input.closest("form");
    let clock;
    try {
      await ceremony("sign-in", {}, (options) => {
        clock = setTimeout(() => pending?.abort("old"), RENEWAL);
        return get(options, { mediation: "conditional" });
      });
      window.unoLeaving = true;
      location.assign(form?.dataset.next || "/");
    } catch (error) {
      if (error === "old" && input.isConnected) {
        filled = null;
        autofill();
      } else if (error?.word && !["offline", "wait", "busy"].includes(error.word) && form) tell(form, "refused", error);
    } finally {
      clearTimeout(clock);
    }
  };

  // Have authenticators forget passkeys that are gone; the page marks that somebody is signed in.
  const tellAuthenticators = async () => {
    if (!window.PublicKeyCredential?.signalAllAcceptedCredentials || root.dataset.passkeys !== "yes") return;
    try {
      const { rpId, userId, name, credentials } = await post("/api/passkey/known", {});
      await PublicKeyCredential.signalAllAcceptedCredentials({ rpId, userId, allAcceptedCredentialIds: credentials });
      await PublicKeyCredential.signalCurrentUserDetails?.({ rpId, userId, name, displayName: name });
    } catch {
      // A courtesy, nothing more.
    }
  };

  const possible = () => {
    if (!window.isSecureContext) return "insecure";
    if (!window.PublicKeyCredential?.parseRequestOptionsFromJSON) return "unsupported";
    const origin = document.querySelector("[data-passkey-origin]")?.dataset.passkeyOrigin;
    return origin !== undefined && origin !== location.origin ? "address" : "yes";
  };

  // Elements come and go with the page's socket, so this is looked at again whenever they do.
  const look = () => {
    root.dataset.passkeys = possible();
    const can = root.dataset.passkeys === "yes";
    document.querySelectorAll("[data-needs-passkeys]").forEach((element) => (element.hidden = !can));
    document.querySelectorAll("[data-without-passkeys]").forEach((element) => (element.hidden = can));
    if (can) autofill();
  };

  document.addEventListener("submit", (event) => {
    if (!event.target.dataset.send) return;
    event.preventDefault();
    send(event.target);
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-passkey], [data-passkey-cancel]");
    if (!button) return;
    if (button.dataset.passkey) use(button);
    else pending?.abort();
  });
  document.addEventListener("passkeys-changed", tellAuthenticators);
  const start = () => {
    look();
    let soon = 0;
    new MutationObserver(() => {
      cancelAnimationFrame(soon);
      soon = requestAnimationFrame(look);
    }).observe(document.body, { childList: true, subtree: true });
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
