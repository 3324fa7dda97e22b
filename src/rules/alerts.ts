import { type AlertKind, alertKinds } from '../contract/alert.ts'

const names: Record<AlertKind, string> = {
  dog: 'Dog',
  hostile: 'Hostile person',
  sharps: 'Sharps',
  gate: 'Gate code',
  other: 'Other',
}

/** The kind of an alert on its button and in its band. */
export const alertKindText = (kind: AlertKind): string => names[kind]

/** 'Dog: in the back yard'. For the kind "other", only the text if there is one. */
export function alertWords({ kind, text }: { kind: AlertKind; text: string }): string {
  const said = text.trim()
  if (kind === 'other') return said || 'Take care'
  return said ? `${names[kind]}: ${said}` : names[kind]
}

/** Dangerous kinds first: by the order of the kinds, then by when they were written. */
export const inAlertOrder = <Alert extends { id: number; kind: AlertKind }>(alerts: readonly Alert[]): Alert[] => {
  const rank = (it: Alert) => alertKinds.indexOf(it.kind)
  return [...alerts].sort((a, b) => rank(a) - rank(b) || a.id - b.id)
}
