// The page: takes a file, hands it to workers, and shows what they find. All that is computed is computed there, so
// that the page answers at any time.
'use strict';
(() => {
  const $ = id => document.getElementById(id);
  // A fit has four chains. More workers than processors would only do the same preparations more often.
  const most = Math.max(1, Math.min(4, navigator.hardwareConcurrency || 4));
  let module = null; // the program, once a worker has compiled it
  let workers = []; // of the fit under way; the first is the reader
  let waiting = []; // what the others said before the reader had the intervals
  let ready = []; // what waits for the module
  let job = null; // {file, name, request}
  let links = []; // object URLs of downloads
  let busy = false; // with a file
  let questions = []; // with the reasons why the file cannot answer some

  const workerURL = URL.createObjectURL(new Blob([atob($('worker-source').textContent)], { type: 'text/javascript' }));

  // spawn starts a worker; what it says goes to hear, as long as nothing has stopped it.
  function spawn(hear) {
    const w = new Worker(workerURL);
    const queue = [];
    let up = false;
    const handle = {
      hear: f => { hear = f; },
      send: message => up ? w.postMessage(message) : queue.push(message),
      stop: () => { hear = () => {}; w.terminate(); },
    };
    w.onmessage = event => {
      const m = event.data;
      if (m.kind === 'compiled') {
        module = m.module;
        ready.forEach(f => f());
        ready = [];
        return;
      }
      if (m.kind === 'ready') {
        up = true;
        queue.forEach(q => w.postMessage(q));
        return;
      }
      hear(m);
    };
    w.onerror = event => hear({ kind: 'fault', control: '', text: 'A worker failed: ' + (event.message || 'probably for want of memory.') });
    const begin = () => w.postMessage({ module });
    if (module) begin();
    else if (!spawn.compiling) {
      spawn.compiling = true;
      w.postMessage({ packed: $('program').textContent });
    } else ready.push(begin);
    return handle;
  }

  // The reader reads files, computes coefficients, and leads fits. It compiles the program as soon as the page is there.
  let reader = spawn(m => read(m));

  // stop ends what is under way.
  function stop() {
    if (job) {
      reader.stop();
      reader = spawn(m => read(m));
    }
    workers.forEach(w => w.stop());
    workers = [];
    waiting = [];
    idle();
  }

  function idle() {
    busy = false;
    show('bar', false);
  }

  const steps = {
    checking: 'Checking the model against the labels…', comparing: 'Comparing judges with people…',
    reporting: 'Writing the report…',
  };

  const show = (id, yes) => { $(id).hidden = !yes; };

  function say(text) {
    show('work', true);
    $('status').textContent = text;
  }

  function fail(text, control) {
    show('work', true);
    show('fault', true);
    $('fault').textContent = text;
    const c = control && $(control);
    if (!c) return;
    if (control === 'positive') $('labels').value = 'binary';
    if (control === 'order') $('labels').value = 'ordered';
    const task = { humans: 'judges', judges: 'judges', property: 'property', criteria: 'criteria' }[control];
    if (task) ask(task);
    fields();
    show('columns', true);
    for (let d = c.closest('details'); d; d = d.parentElement.closest('details')) d.open = true;
    c.classList.add('wrong');
    c.setAttribute('aria-invalid', 'true');
    c.setAttribute('aria-describedby', 'fault');
    if (!c.closest('[hidden]')) c.focus();
  }

  function clearFault() {
    show('fault', false);
    $('fault').textContent = '';
    document.querySelectorAll('.wrong').forEach(c => {
      c.classList.remove('wrong');
      c.removeAttribute('aria-invalid');
      c.removeAttribute('aria-describedby');
    });
  }

  // take begins with a file that was chosen, dropped or pasted. What was under way ends.
  function take(file, name) {
    const before = busy ? job.name : '';
    $('choices').reset();
    $('tasks').replaceChildren();
    $('parts').open = $('cannot').open = false;
    $('change').open = true;
    document.body.classList.remove('answered');
    fields();
    show('columns', false);
    show('result', false);
    begin({ file, name, request: request() });
    if (before) say('The work on ' + before + ' was cancelled. Reading ' + name + '…');
  }

  // begin reads the file of a job, with what the controls say.
  function begin(next) {
    stop();
    clearFault();
    job = next;
    job.began = performance.now();
    $('name').textContent = job.name;
    busy = true;
    $('progress').removeAttribute('value');
    show('bar', true);
    say('Reading ' + job.name + '…');
    reader.send({ op: 'open', file: job.file, name: job.name, request: JSON.stringify(job.request) });
  }

  const list = text => text.split(',').map(s => s.trim()).filter(s => s);
  const whole = text => /^[0-9]+$/.test(text.trim()) ? Number(text) : 0;

  function request() {
    const r = {};
    for (const [field, id] of [['Item', 'item'], ['Labeler', 'labeler'], ['Study', 'study'], ['Label', 'label'],
      ['Sheet', 'sheet'], ['Reference', 'reference'], ['Labels', 'labels'], ['Labelers', 'labelers'], ['Duplicates', 'duplicates']]) {
      r[field] = $(id).value || '';
    }
    r.Task = asked();
    if (r.Task === 'judges') {
      r.Humans = $('humans').value;
      r.Judges = chosen('judges');
    }
    if (r.Task === 'property') r.Property = $('property').value;
    if (r.Task === 'criteria') r.Criteria = chosen('criteria');
    if (r.Labels === 'binary') r.Positive = list($('positive').value);
    if (r.Labels === 'ordered') r.Order = list($('order').value);
    r.Seed = whole($('seed').value);
    r.Draws = whole($('draws').value);
    return r;
  }

  const chosen = id => [...$(id).selectedOptions].map(o => o.value);

  // asked is the question that is chosen; '' leaves it to the file.
  function asked() {
    const radio = document.querySelector('[name=task]:checked');
    return radio ? radio.value : '';
  }

  // ask offers the questions, of which one is chosen. Those that the file cannot answer stand below, with the reasons.
  function ask(task) {
    const focused = document.activeElement && document.activeElement.name === 'task';
    const element = (name, text, kind) => Object.assign(document.createElement(name), { textContent: text, className: kind || '' });
    const can = questions.filter(q => !q.Why || q.Task === task), cannot = questions.filter(q => !can.includes(q));
    $('tasks').replaceChildren(...can.map(q => {
      const label = element('label', '', 'question'), words = element('span', q.Text);
      const radio = Object.assign(document.createElement('input'), { type: 'radio', name: 'task', value: q.Task, checked: q.Task === task });
      words.append(element('span', q.Hint, 'hint'));
      label.append(radio, words);
      return label;
    }));
    $('reasons').replaceChildren(...cannot.flatMap(q => [element('dt', q.Text), element('dd', q.Why, 'hint')]));
    show('cannot', cannot.length > 0);
    const radio = document.querySelector('[name=task]:checked'), chosen = questions.find(q => q.Task === task);
    $('asked').textContent = chosen ? ': ' + chosen.Text : '';
    if (focused && radio) radio.focus();
    fields();
  }

  // options fills a menu, keeping what was chosen.
  function options(id, values, chosen, none) {
    const menu = $(id), all = [['', none ? none : 'found by itself'], ...values.map(v => [v, v])];
    if (id === 'labeler' || id === 'study') all.push(['-', '(none)']);
    menu.replaceChildren(...all.map(([value, text]) => new Option(text, value, false, value === chosen)));
  }

  const found = column => column ? 'found: ' + column : 'none found';

  function menus(look, read) {
    const r = job.request;
    for (const [id, field] of [['item', 'Item'], ['labeler', 'Labeler'], ['study', 'Study'], ['label', 'Label']]) {
      options(id, look.Columns || [], r[field], read ? found(look[field]) : 'choose');
    }
    options('reference', look.Studies || [], r.Reference, look.Studies ? 'the first: ' + look.Studies[0] : 'the first');
    if (look.Categories && !$('order').value) $('order').placeholder = look.Categories.slice(0, 5).join(', ');
    if (look.Categories && !$('positive').value) $('positive').placeholder = look.Categories[look.Categories.length - 1];
    roles(look, read);
    questions = look.Questions;
    const columns = look.Columns || [], some = look.Properties || [], criteria = new Set(r.Criteria || look.Criteria || []);
    $('property').replaceChildren(...(some.length ? some : columns).map(name => new Option(name, name, false, name === r.Property)));
    $('criteria').replaceChildren(...columns.map(name => new Option(name, name, false, criteria.has(name))));
    const parts = [['item', look.Item], ['labeler', look.Labeler], ['group', look.Study], ['label', look.Label]].filter(p => p[1]);
    $('parts-found').textContent = read && parts.length ? ': ' + parts.map(p => p.join(' = ')).join(', ') : '';
    ask(look.Task);
    document.body.classList.toggle('read', read);
    show('columns', true);
  }

  // roles fills the menus of people and judges: studies, or the labelers of the only one. What the labels look like is
  // offered, and chosen by no one else.
  function roles(look, read) {
    const r = job.request, studies = look.Studies || [], labelers = look.Labelers || [];
    const likely = read && look.Likely;
    job.likely = likely;
    options('humans', studies, r.Humans || (likely ? likely.Humans : ''), labelers.length ? 'all but the judges' : 'choose');
    const chosen = new Set(r.Judges || []);
    $('judges').replaceChildren(...(labelers.length ? labelers : studies).map(
      name => new Option(name, name, false, chosen.has(name))));
    $('judges-help').textContent = labelers.length ? 'Labelers; choose those who are judges.' : 'Groups. None chosen: all but the people.';
    show('likely', Boolean(likely) && look.Task !== 'judges');
    if (likely) {
      $('likely-text').textContent = likely.Judges.join(', ') + (likely.Judges.length > 1 ? ' have' : ' has') +
        ' one label of each item, and ' + likely.Humans + ' has several. Judges beside people?';
    }
  }

  function fields() {
    const task = asked();
    show('humans-field', task === 'judges');
    show('judges-field', task === 'judges');
    show('property-field', task === 'property');
    show('criteria-field', task === 'criteria');
    show('reference-field', !['judges', 'measurement', 'pairs'].includes(task));
    show('sheet-field', Boolean(job) && /\.xls[xm]$/i.test(job.name));
    show('positive-field', $('labels').value === 'binary');
    show('order-field', $('labels').value === 'ordered');
  }

  // read is what the worker says that reads files and computes coefficients.
  function read(m) {
    switch (m.kind) {
      case 'head':
        menus(JSON.parse(m.json), false);
        break;
      case 'opened': {
        const look = JSON.parse(m.json);
        job.request.Task = look.Task; // so that other workers need not find it
        if (look.Task === 'criteria') job.request.Criteria = look.Criteria;
        menus(look, true);
        job.coefficients = look.CoefficientsFirst;
        say(look.Labels.toLocaleString('en') + ' labels read. ' + (look.CoefficientsFirst ? 'Computing coefficients…' : 'Computing…'));
        if (look.Fits && !look.CoefficientsFirst) {
          prepare();
          fit();
        }
        break;
      }
      case 'fitted': // without a model
        idle();
        finish(job, m, (performance.now() - job.began) / 1000);
        break;
      case 'coefficients':
        report(m.html);
        commandLine('');
        offer([['Coefficients as a page', 'coefficients.html', 'text/html', m.html]]);
        if (m.intervals) {
          fit();
          break;
        }
        say('Coefficients are here; their intervals are being computed…');
        prepare();
        break;
      case 'fault':
        workers.slice(1).forEach(w => w.stop());
        workers = [];
        waiting = [];
        idle();
        say(job ? job.name + ' could not be used:' : 'The program did not start:');
        fail(m.text, m.control);
    }
  }

  // prepare lets all workers but the reader begin with the fit while that computes intervals. What they say waits.
  function prepare() {
    workers = [reader];
    for (let k = 1; k < most; k++) {
      workers.push(spawn(m => waiting.push([k, m])));
      share(k);
    }
  }

  const share = k => workers[k].send({ op: 'fit', worker: k, workers: most, file: job.file, name: job.name, request: JSON.stringify(job.request) });

  // fit makes the chains of a model in workers, which exchange them by this page.
  function fit() {
    const now = job, n = most, done = new Array(n).fill(0), total = new Array(n).fill(0);
    let sent = new Array(n).fill(null);
    const began = performance.now(), before = now.coefficients ? 'Coefficients are here. ' : '';
    const hear = k => m => {
      switch (m.kind) {
        case 'chains':
          sent[k] = m.bytes || new Uint8Array(0);
          if (sent.every(b => b)) {
            const all = sent;
            sent = new Array(n).fill(null);
            // Each copy in a task of its own, so that the page can answer between them.
            const group = workers;
            group.forEach((w, to) => setTimeout(() => {
              if (workers === group) w.send({ op: 'chains', parts: all.filter((_, from) => from !== to) });
            }));
          }
          break;
        case 'beside':
          workers[0].send({ op: 'beside', bytes: m.bytes });
          break;
        case 'progress':
          if (m.step === 'sampling') {
            done[k] = m.done;
            total[k] = m.total;
            advance();
          } else if (k === 0) {
            $('progress').removeAttribute('value');
            say(steps[m.step]);
          }
          break;
        case 'fitted':
          stop();
          finish(now, m, (performance.now() - began) / 1000);
          break;
        case 'fault':
          stop();
          say(before + 'The model could not be fitted:');
          fail(m.text, m.control);
      }
    };
    const advance = () => {
      const d = done.reduce((a, b) => a + b, 0), t = total.reduce((a, b) => a + b, 0);
      const percent = t > 0 ? Math.round(100 * d / t) : 0;
      if (percent === advance.last) return;
      advance.last = percent;
      $('progress').value = percent;
      // A screen reader is told of each fifth.
      if (percent % 20 === 0) say(before + 'Fitting the model: ' + percent + ' %');
    };
    const said = waiting;
    waiting = [];
    workers.forEach((w, k) => w.hear(hear(k)));
    share(0);
    say(before + 'Fitting the model…');
    $('progress').removeAttribute('value');
    show('bar', true);
    for (const [k, m] of said) {
      if (workers.length > 0) hear(k)(m); // each of them has the same fault, of which the first ends all
    }
  }

  function finish(now, m, seconds) {
    report(m.html);
    commandLine(m.command);
    const base = now.name.replace(/\.[^.]*$/, '') || 'ratings';
    offer([
      ['Report as a page', base + '-report.html', 'text/html', m.html],
      ['Estimates as a table', base + '-estimates.csv', 'text/csv', m.csv],
      ['Report as text', base + '-report.txt', 'text/plain', m.text],
      ['Result as JSON', base + '-report.json', 'application/json', m.result],
      ...(m.run.length ? [['run.json', 'run.json', 'application/json', m.run]] : []),
    ]);
    say('Done in ' + seconds.toFixed(1) + ' s.');
    $('work').dataset.seconds = seconds.toFixed(2);
  }

  // commandLine shows the command that answers the same question; '' for none.
  function commandLine(text) {
    $('command').textContent = text;
    $('copy').textContent = 'Copy';
    show('command-line', Boolean(text));
  }

  // offer puts links to what can be kept.
  function offer(files) {
    links.forEach(URL.revokeObjectURL);
    links = [];
    $('downloads').replaceChildren(...files.map(([text, name, type, bytes]) => {
      const a = document.createElement('a');
      a.href = URL.createObjectURL(new Blob([bytes], { type }));
      a.download = name;
      a.textContent = text;
      links.push(a.href);
      return a;
    }));
  }

  // report shows a page in the frame, as high as it is.
  function report(bytes) {
    const frame = $('report');
    show('result', true);
    if (!document.body.classList.contains('answered')) scrollTo(0, 0);
    document.body.classList.add('answered');
    $('change').open = false;
    $('result').setAttribute('aria-busy', 'true');
    frame.onload = () => {
      $('result').removeAttribute('aria-busy');
      const page = frame.contentDocument.documentElement;
      const fitHeight = () => { frame.style.height = page.scrollHeight + 2 + 'px'; };
      new ResizeObserver(() => { fitHeight(); follow(); }).observe(frame.contentDocument.body);
      fitHeight();
      follow();
      frame.contentDocument.addEventListener('click', lead);
    };
    frame.srcdoc = new TextDecoder().decode(bytes);
  }

  // follow keeps the report's list of sections in sight where it stands beside the text: it is fixed in the frame, which
  // is as high as the report, so that it is moved as this page is scrolled.
  function follow() {
    const frame = $('report'), page = frame.contentDocument, list = page && page.querySelector('nav');
    if (!list) return;
    list.style.top = list.style.maxHeight = '';
    if (page.defaultView.getComputedStyle(list).position !== 'fixed') return;
    const margin = 40, box = frame.getBoundingClientRect(), hidden = Math.max(0, -box.top);
    list.style.maxHeight = Math.max(200, Math.min(innerHeight, box.bottom) - Math.max(0, box.top) - 2 * margin) + 'px';
    list.style.top = Math.min(hidden + margin, Math.max(margin, frame.clientHeight - list.offsetHeight - margin)) + 'px';
  }
  // lead takes the report's links to its own sections: in a frame without an address they would be links to this page.
  function lead(event) {
    const link = event.target.closest('a[href^="#"]');
    const section = link && link.ownerDocument.getElementById(link.getAttribute('href').slice(1));
    if (!section) return;
    event.preventDefault();
    section.scrollIntoView();
    section.tabIndex = -1;
    section.focus({ preventScroll: true });
  }
  addEventListener('scroll', follow, { passive: true });
  addEventListener('resize', follow);

  $('file').addEventListener('change', () => {
    const f = $('file').files[0];
    if (f) take(f, f.name);
    $('file').value = ''; // so that the same file can be chosen again
  });
  $('take').addEventListener('click', () => {
    const text = $('cells').value;
    if (text.trim()) take(new Blob([text]), 'pasted cells');
    else { say('There is nothing to read.'); fail('No cells have been pasted.', 'cells'); }
  });
  for (const b of document.querySelectorAll('[data-file]')) {
    b.addEventListener('click', () => take(new Blob([$(b.dataset.file).textContent]), b.dataset.file));
  }
  $('labels').addEventListener('change', fields);
  $('tasks').addEventListener('change', fields);
  $('copy').addEventListener('click', () => {
    const copied = () => { $('copy').textContent = 'Copied'; };
    const byHand = () => { getSelection().selectAllChildren($('command')); };
    if (navigator.clipboard) navigator.clipboard.writeText($('command').textContent).then(copied, byHand);
    else byHand();
  });
  $('compare').addEventListener('click', () => {
    ask('judges');
    $('humans').value = job.likely.Humans;
    const judges = new Set(job.likely.Judges);
    for (const o of $('judges').options) o.selected = judges.has(o.value);
    begin({ file: job.file, name: job.name, request: request() });
  });
  $('choices').addEventListener('submit', event => {
    event.preventDefault();
    begin({ file: job.file, name: job.name, request: request() });
  });
  $('cancel').addEventListener('click', () => {
    const below = job.coefficients && workers.length ? ' The coefficients are here.' : '';
    stop();
    say('The work on ' + job.name + ' was cancelled.' + below);
    if ($('columns').hidden) return $('file').focus();
    $('change').open = true;
    $('again').focus();
  });
  let over = 0;
  addEventListener('dragenter', e => { e.preventDefault(); over++; document.body.classList.add('over'); });
  addEventListener('dragleave', () => { if (--over === 0) document.body.classList.remove('over'); });
  addEventListener('dragover', e => e.preventDefault());
  addEventListener('drop', e => {
    e.preventDefault();
    over = 0;
    document.body.classList.remove('over');
    const f = e.dataTransfer.files[0], text = e.dataTransfer.getData('text/plain');
    if (f) take(f, f.name);
    else if (text) take(new Blob([text]), 'dropped cells');
  });
})();
