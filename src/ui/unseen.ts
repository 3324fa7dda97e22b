/** For what is only read aloud, where a style sets it; elsewhere it has the class `unseen` (base.css). */
export const unseen = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const
