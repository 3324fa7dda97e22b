/** The style of a fieldset with a line around it and its legend in that line. */
export const framedGroup = {
  border: 'var(--hairline) solid var(--line)',
  borderRadius: 'md',
  padding: 3,
  minWidth: 0,
  '& > legend': { fontWeight: 'medium', paddingInline: 1 },
} as const
