/** A dialog over the whole screen, for pictures: the look that such dialogs begin with. */
export const fullScreen = {
  width: '100vw',
  height: '100dvh',
  maxWidth: 'none',
  maxHeight: 'none',
  border: 0,
  overflow: 'hidden',
} as const

/** An open one with a bar above and a bar below; what is between them gets the rest, and no bar makes it wider. */
export const betweenBars = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
} as const

/** The dark of a picture's surroundings, in every look. */
export const dark = { background: '#0b0f11', color: '#ffffff' } as const
