// Runs before the page's own scripts and notes in `seen` what they ask of the browser: effects asked for, words spoken,
// audio contexts made, sounds started, and how loud it is at this moment.
(() => {
  const seen = window.seen = { asked: [], spoken: [], contexts: [], starts: 0 };

  const Real = AudioContext;
  window.AudioContext = class extends Real {
    constructor(...given) {
      super(...given);
      seen.contexts.push(this);
      this.meter = new AnalyserNode(this, { fftSize: 8192 });
      console.log('context made');
      this.addEventListener('statechange', () => console.log('context ' + this.state));
    }
  };
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (to, ...rest) {
    if (to === this.context.destination && this.context.meter) connect.call(this, this.context.meter);
    return connect.call(this, to, ...rest);
  };
  seen.level = () => Math.max(0, ...seen.contexts.map(({ meter }) => {
    const data = new Float32Array(8192);
    meter.getFloatTimeDomainData(data);
    return Math.sqrt(data.reduce((sum, x) => sum + x * x, 0) / data.length);
  }));
  for (const { prototype } of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
    const { start } = prototype;
    prototype.start = function (...given) {
      seen.starts += 1;
      return start.apply(this, given);
    };
  }

  const voices = ['en-GB', 'ja-JP', 'th-TH'].map((lang) => ({ lang, name: lang }));
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  const speechSynthesis = {
    getVoices: () => (seen.mute ? [] : voices),
    cancel() {},
    speak(said) { if (said.text) seen.spoken.push([said.text, said.lang]); },
  };
  Object.defineProperty(window, 'speechSynthesis', { value: speechSynthesis });

  let sound;
  const listen = (given) => ({
    ...given,
    fx(names, options) {
      seen.asked.push(...[names].flat());
      given.fx(names, options);
    },
  });
  Object.defineProperty(window, 'unoSound', { get: () => sound, set: (given) => { sound = listen(given); } });

  // By itself: a question from outside would count as a touch of the page.
  const report = () => [seen.contexts.length + ' contexts', seen.starts + ' sounds', 'touched ' + navigator.userActivation.hasBeenActive];
  setTimeout(() => console.log('quiet: ' + report().join(', ')), 1500);
})();
