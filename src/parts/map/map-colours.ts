import type { MapLook } from '../../sync/device/map-jobs.ts'

/** The colours of the marks. */
export interface MarkColours {
  stop: string
  violation: string
  complaint: string
  address: string
  ring: string
  group: string
}

export interface MapColours {
  ground: MapLook
  marks: MarkColours
}

const lightAreas = { water: '#c0dbe9', green: '#cbe5cf', building: '#cfd6d2' }
const sunAreas = { water: '#8fc1dc', green: '#aad4ad', building: '#a6a6a6' }

/** The colours of the app's current look. Streets are lighter than the ground, in light and dark looks. */
export function screenColours(): MapColours {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const { classList } = document.documentElement
  const isDark = classList.contains('dark')
  // In full sun the muted tones of the other looks are too close to the white ground.
  const areas = classList.contains('sun') ? sunAreas : lightAreas
  return {
    ground: {
      ground: colour(isDark ? '--bg-side' : '--bg-press'),
      street: colour(isDark ? '--bg-press' : '--bg'),
      edge: colour('--line-strong'),
      name: colour('--fg-muted'),
      number: colour('--fg-muted'),
      water: isDark ? colour('--accent-quiet') : areas.water,
      green: isDark ? colour('--green-quiet') : areas.green,
      building: isDark ? colour('--line') : areas.building,
      road: colour('--line'),
    },
    marks: {
      stop: colour('--accent'),
      violation: colour('--red'),
      complaint: colour('--yellow'),
      address: colour('--fg'),
      ring: colour('--bg'),
      group: colour('--fg'),
    },
  }
}

/** The colours of paper: those of the light look, with a ground that needs little ink. */
export const paperColours: MapColours = {
  ground: {
    ground: '#f4f5f4',
    street: '#ffffff',
    edge: '#6f7a75',
    name: '#333333',
    number: '#333333',
    ...lightAreas,
    road: '#c4cac7',
  },
  marks: {
    stop: '#000000',
    violation: '#96190f',
    complaint: '#664300',
    address: '#000000',
    ring: '#ffffff',
    group: '#14201b',
  },
}
