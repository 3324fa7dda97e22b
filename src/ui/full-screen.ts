/** A dialog over the whole screen, for pictures: the look that such dialogs begin with. */
export const fullScreen = {
  width: '100vw',
  height: '100dvh',
  maxWidth: 'none',
  maxHeight: 'none',
  border: 0,
  overflow: 'hidden',
} as const

/** The dark of a picture's surroundings, in every look. */
export const dark = { background: '#0b0f11', color: '#ffffff' } as const
