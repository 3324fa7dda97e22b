/** A full-screen dialog for pictures: the base style of such dialogs. */
export const fullScreen = {
  width: '100vw',
  height: '100dvh',
  maxWidth: 'none',
  maxHeight: 'none',
  border: 0,
  overflow: 'hidden',
} as const

/** An open one with a bar above and a bar below. The content between them gets the rest, and no bar makes it wider. */
export const betweenBars = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
} as const

/** The dark background around a picture, in every look, with what stands on it. */
export const dark = {
  background: '#0b0f11',
  color: '#ffffff',
  '& button, & button:hover:not(:disabled)': { color: '#ffffff', background: 'transparent' },
  '& :focus-visible': { outlineColor: '#ffffff' },
} as const
