// Paints, before any module of the app runs, the sign-in screen where nobody is signed in, else the last state of the
// screen that is being opened (src/app/frames.ts wrote it). Plain ES5, for index.html is read by browsers that are too
// old for the app. The build puts it into the page (vite.config.ts), and the policy names it by its hash. Nodes are made
// one by one: stored text never becomes markup.
;(function () {
  var page = document.documentElement
  var entry = document.querySelector('script[type=module]')
  var root = document.getElementById('root')
  if (page.hasAttribute('data-stopped') || !entry || !root || !root.attachShadow) return
  // Only these elements and attributes are made; everything else in a stored frame is ignored.
  var tags =
    /^(a|abbr|article|aside|b|button|caption|dd|details|div|dl|dt|em|fieldset|footer|form|h[1-6]|header|hr|i|img|input|kbd|label|legend|li|main|meter|nav|ol|optgroup|option|output|p|path|pre|progress|q|search|section|select|small|span|strong|sub|summary|sup|svg|table|tbody|td|textarea|tfoot|th|thead|time|tr|ul)$/
  var attributes =
    /^(aria-[\w-]+|autocapitalize|autocomplete|class|colspan|cx|cy|d|data-[\w-]+|datetime|dir|disabled|fill|for|height|hidden|high|href|id|inputmode|lang|low|max|min|name|open|optimum|placeholder|r|readonly|required|role|rows|rowspan|scope|size|spellcheck|step|stroke[\w-]*|style|tabindex|title|type|value|viewBox|width|x|y)$/
  var vector = 'http://www.w3.org/2000/svg'

  function recall(name) {
    try {
      return localStorage.getItem('codesoft-' + name)
    } catch (_forbidden) {
      return null
    }
  }

  // Control K opens the search for anything as soon as the app can; what is typed until then is kept for its field
  // (src/app/go-to.tsx). After five seconds the keys belong to the page again.
  var goTo = { typed: null, ask: ask, open: null }
  window.codesoftGoTo = goTo
  var keepsUntil = 0
  function ask() {
    goTo.typed = ''
    keepsUntil = Date.now() + 5000
    if (goTo.open) goTo.open()
  }
  window.addEventListener('keydown', function (event) {
    var key = event.key || ''
    if (event.altKey) return
    if (event.ctrlKey || event.metaKey) {
      if (event.shiftKey || !/^k$/i.test(key) || !recall('here')) return
      // An open dialog must be answered first.
      if (!document.querySelector('dialog[open]')) ask()
    } else if (goTo.typed === null || Date.now() > keepsUntil) return
    else if (key.length === 1) goTo.typed += key
    else if (key === 'Backspace') goTo.typed = goTo.typed.slice(0, -1)
    else return
    event.preventDefault()
  })

  /** A frame, if it belongs to this person, this build of the app and this kind of screen, and is not too old. */
  function fitting(name) {
    var frame = null
    try {
      frame = JSON.parse(recall(name))
    } catch (_damaged) {
      // It was only half written, so the app opens without it.
    }
    var isOurs = frame && frame.here === recall('here') && frame.app === entry.getAttribute('src')
    return isOurs && frame.until > Date.now() && frame.held === matchMedia(frame.media).matches ? frame : null
  }

  function made(node, isVector) {
    if (typeof node === 'string') return document.createTextNode(node)
    var tag = node[0]
    var inVector = isVector || tag === 'svg'
    var of = node[1]
    if (!tags.test(tag)) return document.createTextNode('')
    var element = inVector ? document.createElementNS(vector, tag) : document.createElement(tag)
    Object.keys(of).forEach(function (name) {
      if (attributes.test(name) && (name !== 'href' || /^(#|tel:|mailto:|\/(?!\/))/.test(of[name])))
        put(element, name, of[name])
    })
    node.slice(2).forEach(function (child) {
      element.appendChild(made(child, inVector))
    })
    if (of.checked !== undefined) element.defaultChecked = of.checked
    if (of.selected !== undefined) element.defaultSelected = of.selected
    return element
  }

  function put(element, name, value) {
    // The policy refuses a style attribute, but allows the same text as a property.
    if (name === 'style') element.style.cssText = value
    else if (name === 'value' && element.tagName === 'TEXTAREA') element.defaultValue = value
    else element.setAttribute(name, value)
  }

  /** "As of 9:05 AM", once the frame is older than a minute. */
  function age(frame) {
    if (Math.abs(Date.now() - frame.at) < 60000) return null
    var text = new Date(frame.at).toDateString() === new Date().toDateString() ? frame.asOf[0] : frame.asOf[1]
    return ['span', { class: 'first-age', role: 'status' }, text]
  }

  function nodesOf(frame) {
    var content = document.createDocumentFragment()
    var old = age(frame)
    frame.nodes.concat(old ? [old] : []).forEach(function (node) {
      content.appendChild(made(node, false))
    })
    return content
  }

  /** The office's name for this device, made as in src/rules/device-name.ts. */
  function deviceName(kinds) {
    var known = recall('device-name')
    if (known) return known
    var kind = kinds.filter(function (it) {
      return new RegExp(it[0]).test(navigator.userAgent)
    })[0]
    var made = (kind ? kind[1] : 'Device') + ' ' + crypto.randomUUID().slice(0, 4).toUpperCase()
    try {
      localStorage.setItem('codesoft-device-name', made)
    } catch (_forbidden) {
      // It cannot be stored; the app makes a new name.
    }
    return made
  }

  /** Signs in with the typed values, and shows a failure. The app uses this answer, so the server is asked once. */
  function signIn(button) {
    var form = button.form
    var email = form.elements.username.value.trim()
    var password = form.elements.password.value
    var early = { email: email, password: password, answer: null }
    early.answer = fetch('/api/login', {
      method: 'POST',
      headers: { 'Device-Id': deviceName(JSON.parse(from('[data-kinds]').getAttribute('data-kinds'))) },
      body: new URLSearchParams({ username: email, password: password })
    })
    window.codesoftFirstFrame.early = early
    say(form, null, '')
    button.disabled = true
    button.textContent = 'Signing in...'
    function failed(kind, words) {
      if (window.codesoftFirstFrame && window.codesoftFirstFrame.early === early) say(form, kind, words)
      button.disabled = false
      button.textContent = 'Sign in'
    }
    function unanswered() {
      failed('noSignal', '')
    }
    function unread() {
      failed('failed', '')
    }
    function answered(answer) {
      // The sign-in succeeded; the app continues from here.
      if (answer.ok) return
      if (answer.status === 401) return failed('wrong', '')
      var isTold = [403, 409, 429].indexOf(answer.status) >= 0
      function told(body) {
        failed('failed', isTold && typeof body.detail === 'string' ? ' ' + body.detail : '')
      }
      answer.clone().json().then(told, unread)
    }
    early.answer.then(answered, unanswered)
  }

  /** Shows one of the failures above the form, as the app would; null hides it. */
  function say(form, kind, words) {
    var old = form.parentNode.querySelector('[role=alert]')
    if (old) old.parentNode.removeChild(old)
    if (!kind) return
    var note = from('[data-said=' + kind + ']').firstChild.cloneNode(true)
    note.setAttribute('role', 'alert')
    note.lastChild.appendChild(document.createTextNode(words))
    form.parentNode.insertBefore(note, form)
  }

  function from(selector) {
    return document.getElementById('first-sign-in').content.querySelector(selector)
  }

  function paint(content, title, bar) {
    var host = document.createElement('div')
    host.className = 'first-frame'
    // The live page has a scroll bar that this one does not have yet.
    host.style.right = bar + 'px'
    // A closed shadow root, so that ids and labels of the frame never clash with those of the app, which starts below
    // it.
    var shadow = host.attachShadow({ mode: 'closed' })
    var taps = []
    ;[].forEach.call(document.querySelectorAll('style'), function (style) {
      shadow.appendChild(style.cloneNode(true))
    })
    shadow.appendChild(content)
    // A tap is repeated on the live page as soon as the app can (src/app/takeover.ts). A new tab is left to the
    // browser.
    shadow.addEventListener('click', function (event) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      var target = event.target.closest('a, button, input, summary, label, select, textarea, [role=tab], [role=button]')
      // Fields handle typing and choosing themselves.
      if (!target || (/^(INPUT|LABEL|SELECT|TEXTAREA)$/.test(target.tagName) && target.type !== 'file')) return
      event.preventDefault()
      if (target.type === 'submit' && target.form) return send(target)
      target.setAttribute('data-tapped', '')
      taps.push(target)
    })
    /** A tap on the button of a form. Only signing in is done here. */
    function send(button) {
      var fields = button.form.elements
      if (fields.username && fields.password && fields.username.value.trim() && fields.password.value) signIn(button)
      // The app does it, or says what is missing.
      else taps.push(button)
    }
    // After a change of the fields, the sign-in already sent no longer matches them.
    shadow.addEventListener('input', function (event) {
      var frame = window.codesoftFirstFrame
      if (frame && event.target.form) frame.early = undefined
    })
    shadow.addEventListener('submit', function (event) {
      event.preventDefault()
    })
    root.className = 'below-first-frame'
    document.body.appendChild(host)
    ;[].forEach.call(shadow.querySelectorAll('[data-left]'), function (scroller) {
      scroller.scrollLeft = Number(scroller.getAttribute('data-left'))
    })
    document.title = title
    window.codesoftFirstFrame = { host: host, shadow: shadow, taps: taps }
  }

  if (!navigator.serviceWorker || !navigator.serviceWorker.controller)
    [].forEach.call(document.querySelectorAll('link[data-start]'), function (link) {
      link.rel = 'modulepreload'
    })
  var frame = recall('here') && (fitting('frame:' + location.pathname + location.search) || fitting('frame'))
  var signInForm = document.getElementById('first-sign-in')
  try {
    if (frame) paint(nodesOf(frame), frame.title, frame.bar)
    // The sign-in screen as made by the build.
    else if (!recall('here') && !recall('token') && signInForm.content.firstChild)
      paint(signInForm.content.firstChild.cloneNode(true), 'Sign in · CodeSoft', 0)
  } catch (_damaged) {
    // The frame has an unexpected shape, so the app opens without it.
  }
})()
