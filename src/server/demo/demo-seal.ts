/** The name of the demo town if the settings name no town. */
export const DEMO_NAME = 'City of Fernhill'

const ink = '#1d4d3a'
const paper = '#fbf8ef'
const gold = '#b98a2b'

/** One leaflet of the fern, on one side of its stem. */
const leaflet = (y: number, length: number, side: 1 | -1) =>
  `<path d="M128 ${y}q${side * length * 0.55} ${-length * 0.62} ${side * length} ${-length * 0.34}q${-side * length * 0.38} ${length * 0.42} ${-side * length} ${length * 0.34}z"/>`

const leaflets = [26, 32, 36, 36, 33, 28, 21, 14].map((length, at) => ({ length, y: 160 - at * 13 }))

/** Dots between two circles, as on a coin. */
const beads = Array.from({ length: 72 }, (_, at) => {
  const turn = (at / 72) * 2 * Math.PI
  return `<circle cx="${(128 + 118 * Math.cos(turn)).toFixed(1)}" cy="${(128 + 118 * Math.sin(turn)).toFixed(1)}" r="1.7"/>`
}).join('')

/** Text on a circle, letter by letter, because not every SVG renderer supports text on a path. */
const around = (words: string, radius: number, step: number, isBelow = false) =>
  [...words]
    .map((letter, at) => {
      const turn = (at - (words.length - 1) / 2) * step * (isBelow ? -1 : 1)
      const y = isBelow ? 128 + radius : 128 - radius
      return letter === ' '
        ? ''
        : `<text x="128" y="${y}" transform="rotate(${turn.toFixed(1)} 128 128)">${letter}</text>`
    })
    .join('')

/** The seal of the demo town: an invented one, a fern on a hill. */
export const demoSeal =
  (): string => `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">
<defs><clipPath id="inside"><circle cx="128" cy="128" r="77"/></clipPath></defs>
<circle cx="128" cy="128" r="127" fill="${ink}"/><g fill="${gold}">${beads}</g>
<circle cx="128" cy="128" r="80" fill="${gold}"/><circle cx="128" cy="128" r="77" fill="${paper}"/>
<g clip-path="url(#inside)"><path d="M40 190q50-44 96-20t90-8v60H40z" fill="#8fae73"/><path d="M40 206q60-34 110-14t70-6v40H40z" fill="#5f8650"/></g>
<g fill="${ink}">${leaflets.map(({ y, length }) => leaflet(y, length, 1) + leaflet(y, length, -1)).join('')}</g>
<path d="M128 190q-3-60 0-138" fill="none" stroke="${ink}" stroke-width="4" stroke-linecap="round"/>
<g fill="${paper}" font-family="Georgia, 'Liberation Serif', serif" font-size="23" font-weight="700" text-anchor="middle">${around('CITY OF FERNHILL', 90, 12)}<g font-size="17">${around('FOUNDED 1847', 105, 8.4, true)}</g></g>
</svg>
`
