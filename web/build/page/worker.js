// In each worker: takes the program, as base64 or compiled by another worker, and runs it. What comes after that is
// the program's: see worker/main.go.
'use strict';
onmessage = async event => {
  try {
    let module = event.data.module;
    if (!module) {
      const text = event.data.packed;
      const packed = Uint8Array.fromBase64 ? Uint8Array.fromBase64(text) : Uint8Array.from(atob(text), c => c.charCodeAt(0));
      const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
      module = await WebAssembly.compile(await new Response(plain).arrayBuffer());
      postMessage({ kind: 'compiled', module });
    }
    const go = new Go();
    go.exit = code => postMessage({ kind: 'fault', control: '', text: 'The program ended (' + code + '), probably for want of memory.' });
    const instance = await WebAssembly.instantiate(module, go.importObject);
    onmessage = null;
    await go.run(instance);
  } catch (e) {
    postMessage({ kind: 'fault', control: '', text: 'The program cannot run in this browser: ' + e });
  }
};
