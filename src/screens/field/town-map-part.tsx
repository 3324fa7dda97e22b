import { useEffect, useState } from 'react'
import type { TownMapFile } from '../../contract/town-map.ts'
import { sizeText } from '../../rules/size.ts'
import { forgetTownMap, keptTownMap } from '../../sync/device/kept-town-map.ts'
import { offeredTownMap } from '../../sync/online/town-map-file.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { onSignalAgain } from '../../sync/react/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Stack } from '../../ui/stack.ts'
import { ErrorLine } from '../../ui/states.tsx'
import { downloadMap, useMapDownload } from './map-download.ts'

interface State {
  offer: TownMapFile | null
  kept: { version: string; bytes: number } | null
}

/** The town's own map: its size, and whether this device has it. It is large, so it is downloaded separately. */
export function TownMapPart() {
  const { device } = useEngine()
  const [state, setState] = useState<State>()
  const { fetching, problem, ended } = useMapDownload()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a download that has `ended` changes what is kept
  useEffect(() => {
    let isWanted = true
    const ask = async () => {
      const offered = offeredTownMap(device).catch(() => undefined)
      const [offer, kept] = await Promise.all([offered, keptTownMap().catch(() => null)])
      // Without signal the last offer stays: a download that failed can be tried again.
      if (isWanted) setState((old) => ({ offer: offer === undefined ? (old?.offer ?? null) : offer, kept }))
    }
    void ask()
    const unwatch = onSignalAgain(() => void ask())
    return () => {
      isWanted = false
      unwatch()
    }
  }, [device, ended])
  const remove = async () => {
    await forgetTownMap()
    setState((old) => old && { ...old, kept: null })
  }
  if (!state || (!state.offer && !state.kept)) return null
  const { offer, kept } = state
  const isNewer = offer !== null && offer.version !== kept?.version
  return (
    <Section title="Town map">
      <Stack>
        {problem && (
          <ErrorLine
            message={`The map was not kept: ${problem}`}
            hint={kept ? 'What was kept before is still here.' : undefined}
          />
        )}
        {fetching ? (
          <p role="status">
            {sizeText(fetching.arrived)} of {sizeText(fetching.bytes)}{' '}
            <progress aria-label="Fetching the map" value={fetching.arrived} max={fetching.bytes} />
          </p>
        ) : (
          <p>
            {kept
              ? `On this device, ${sizeText(kept.bytes)}.${isNewer ? ' The town has a newer one.' : ''}`
              : 'Streets, water and buildings of the town. Until it is here, the map shows the streets of the address book.'}
          </p>
        )}
      </Stack>
      {!fetching && isNewer && offer && (
        <Button icon="download" onClick={() => void downloadMap(device, offer)}>
          {kept ? 'Fetch the newer one' : 'Keep it on this device'} ({sizeText(offer.bytes)})
        </Button>
      )}
      {!fetching && kept && (
        <Button kind="quiet" icon="trash" onClick={() => void remove()}>
          Remove the map
        </Button>
      )}
    </Section>
  )
}
