import { Icon, type IconName } from '../ui/icon.tsx'
import { Segments } from '../ui/segments.ts'
import { chooseLook, type Look, looks, useLook } from './look.ts'

const signs: Record<Look, IconName> = { auto: 'device', light: 'day', dark: 'moon', sun: 'sun' }

/** Chooses between light, dark, full sun, and the device's setting, with one tap each. */
export function LookSwitch() {
  const chosen = useLook()
  return (
    <Segments role="group" aria-label="Look">
      {looks.map(([look, text]) => (
        <button
          key={look}
          type="button"
          aria-label={text}
          title={text}
          aria-pressed={look === chosen}
          onClick={() => chooseLook(look)}
        >
          <Icon name={signs[look]} />
        </button>
      ))}
    </Segments>
  )
}
