import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import { useOnlyProvider } from '../../parts/only-provider.ts'
import { chooseForDevice, deviceChoices, forgetAfterChoices } from '../../sync/device/device-choices.ts'
import { CheckField, SelectField } from '../../ui/fields.tsx'
import { deviceWord } from '../../ui/this-device.ts'

const forgetAfter = forgetAfterChoices
  .toSorted((a, b) => a - b)
  .map((days): [string, string] => [String(days), `${days} days`])

const Choices = chakra('div', { base: { display: 'grid', gap: 1, maxWidth: '44rem', '& > p': { paddingBottom: 4 } } })

/** What this device stores, and for how long; the same for everybody who signs in here. */
export function DeviceChoices() {
  const [choices, setChoices] = useState(deviceChoices)
  const provider = useOnlyProvider()
  const opening = provider
    ? `Whoever signs in with ${provider} needs signal to open it.`
    : 'Their password opens it without signal too.'
  const choose = (change: Partial<typeof choices>) => {
    chooseForDevice(change)
    setChoices(deviceChoices())
  }
  return (
    <Choices>
      <CheckField
        label={`Keep my records when I sign out: it is my own ${deviceWord}`}
        checked={choices.isOwn}
        onChange={(event) => choose({ isOwn: event.currentTarget.checked })}
      />
      <CheckField
        label="Seal unsent work when somebody signs out"
        checked={choices.seals && !choices.isOwn}
        disabled={choices.isOwn}
        onChange={(event) => choose({ seals: event.currentTarget.checked })}
      />
      <p>
        {choices.isOwn
          ? `Records that stay on your own ${deviceWord} are not sealed.`
          : `Nobody can read sealed work until its owner signs in here again. ${opening} Some servers do not support sealing; then unsent work is not sealed.`}
      </p>
      <SelectField
        label="Remove records that nobody has opened for"
        value={String(choices.forgetAfterDays)}
        choices={forgetAfter}
        onChange={(event) => choose({ forgetAfterDays: Number(event.currentTarget.value) })}
        hint="They can be fetched again with signal. Unsent work, and what it belongs to, always stays."
      />
    </Choices>
  )
}
