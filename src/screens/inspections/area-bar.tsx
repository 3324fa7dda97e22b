import { useState } from 'react'
import type { Area } from '../../contract/area.ts'
import type { ObservationDraft } from '../../parts/observation-form.tsx'
import { neighbours } from '../../rules/area-order.ts'
import { BottomBar } from '../../ui/bottom-bar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { FileChooser } from '../../ui/file-chooser.tsx'
import { AddAreaDialog } from './add-area-dialog.tsx'
import { NextAreaButton, type Walk } from './area-walk-bar.tsx'

interface Props {
  area: Area
  walk: Walk
  draft: ObservationDraft
}

/** In reach of the thumb: the camera, writing or saving an observation, and the next area. */
export function AreaBar({ area, walk, draft }: Props) {
  const { kept, intake, save, focus } = draft
  const [isAdding, setAdding] = useState(false)
  // After the last area of a unit comes adding one more, or the unit's page; the bar above leads to other units.
  const here = walk.areas.filter((it) => (it.unit_id ?? null) === (area.unit_id ?? null))
  const isLastHere = !neighbours(here, area.id).after
  return (
    <BottomBar label="Next step">
      <FileChooser isCompact label="Photos" words="Add photos" onPick={intake.take} />
      {kept.isDirty && !kept.isAsking ? (
        <Button kind="main" className="grow" aria-disabled={draft.isReadingPhotos} onClick={() => void save()}>
          {draft.isReadingPhotos ? (
            'Saving…'
          ) : (
            <span>
              Save<span className="unseen"> Observation</span>
            </span>
          )}
        </Button>
      ) : (
        <Button kind="main" className="grow" disabled={kept.isAsking} onClick={focus}>
          Add Observation
        </Button>
      )}
      {isLastHere ? (
        <IconButton icon="plus" label="Add area" kind="plain" onClick={() => setAdding(true)} />
      ) : (
        <NextAreaButton area={area} walk={walk} />
      )}
      {isAdding && <AddAreaDialog area={area} walk={walk} onClose={() => setAdding(false)} />}
    </BottomBar>
  )
}
