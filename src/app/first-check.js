// Runs before the app, also in browsers far older than it supports: plain ES5, which tests/app/first-check.test.ts
// checks. It says why the app cannot start here and what to do. The build puts it into the page (vite.config.ts)
// without these comments, and the policy lists its hash.
;(function () {
  var agent = navigator.userAgent
  // An iPad calls itself a Macintosh; no Macintosh has a touch screen.
  var isPhone = /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && navigator.maxTouchPoints > 1)
  var isSaid = false
  var safe = 'What was saved on this device before stays here, and is sent when CodeSoft opens here again.'

  // The stated minimum (Safari 16.4, Chrome 111, Firefox 115) has all of these features; older browsers lack at least
  // one.
  function isOld() {
    return !(
      'noModule' in document.createElement('script') &&
      Array.prototype.toSorted &&
      'adoptedStyleSheets' in document &&
      window.CSS &&
      CSS.supports('color', 'color-mix(in srgb, red, blue)')
    )
  }

  function newer() {
    if (isPhone)
      return [
        'Update this device: Settings, General, Software Update, to iOS or iPadOS 16.4 or newer. An iPhone 8 or newer can have it.',
        'Another browser on this device does not help: all of them use the part of the system that is too old.'
      ]
    if (/Android/.test(agent))
      return ['Update this browser in the Play Store, or install a new Chrome or Firefox from there.']
    if (/Macintosh/.test(agent))
      return ['Update macOS, and Safari with it. Or install a new Firefox or Chrome: CodeSoft opens there at once.']
    return ['Update this browser, or open this address in a new Edge, Chrome or Firefox.']
  }

  function element(name, text) {
    var made = document.createElement(name)
    made.appendChild(document.createTextNode(text))
    return made
  }

  function button(text, act) {
    var made = element('button', text)
    made.onclick = act
    return made
  }

  function reload() {
    location.reload()
  }

  function openSecure() {
    location.href = location.href.replace(/^http:/, 'https:')
  }

  // If the app starts after all, it paints over this message, unless the page is marked as stopped.
  function say(title, lines, action) {
    var bones = document.getElementById('first-bones')
    var frame = window.codesoftFirstFrame
    if (!bones) return
    if (frame) {
      window.codesoftFirstFrame = undefined
      frame.host.parentNode.removeChild(frame.host)
      bones.parentNode.className = ''
    }
    while (bones.firstChild) bones.removeChild(bones.firstChild)
    bones.className = 'first-words'
    bones.setAttribute('role', 'alert')
    bones.appendChild(element('strong', 'CodeSoft'))
    bones.appendChild(element('h1', title))
    lines.forEach(function (line) {
      bones.appendChild(element('p', line))
    })
    if (action) bones.appendChild(action)
    document.title = title
  }

  function stop(title, lines, action) {
    document.documentElement.setAttribute('data-stopped', '')
    say(title, lines, action)
  }

  function sayNotLoaded() {
    if (isSaid) return
    isSaid = true
    say(
      'CodeSoft could not be loaded',
      [
        'A part of it did not arrive, or this browser could not read it. Check the signal and try again.',
        'If this comes again, update the browser. CodeSoft needs Safari 16.4, Chrome or Edge 111, Firefox 115, or newer.',
        safe
      ],
      button('Try again', reload)
    )
  }

  function watch() {
    window.addEventListener(
      'error',
      function (event) {
        var from = event.target
        if (from === window || (from && from.tagName === 'SCRIPT')) sayNotLoaded()
      },
      true
    )
    window.addEventListener('codesoft-not-loaded', sayNotLoaded)
    window.addEventListener('load', function () {
      setTimeout(function () {
        // Once its first module runs, the app is starting and reports its own failures.
        if (!document.documentElement.hasAttribute('data-starting')) sayNotLoaded()
      }, 10000)
    })
    setTimeout(function () {
      if (!isSaid)
        say(
          'CodeSoft is still loading',
          ['The signal is weak, or something holds it up. It opens here as soon as all of it has arrived.', safe],
          button('Try again', reload)
        )
    }, 20000)
  }

  if (isOld())
    stop(
      'This browser is too old for CodeSoft',
      ['CodeSoft needs Safari 16.4, Chrome or Edge 111, Firefox 115, or newer.']
        .concat(newer())
        .concat(['Until then, open this address on another phone or computer.', safe])
    )
  else if (window.isSecureContext === false)
    stop(
      'This address is not secure',
      [
        'Browsers let CodeSoft keep and send records only where the address begins with https://.',
        'Open the secure address. If it does not answer, ask the office for the right one.',
        safe
      ],
      button('Open the secure address', openSecure)
    )
  else watch()
})()
