import { useMemo } from 'react'
import { AsOf } from '../../parts/as-of.tsx'
import { useListChoice } from '../../parts/list-size.ts'
import { useNow, useZone } from '../../parts/use-now.ts'
import { dayOf } from '../../rules/dates.ts'
import { may } from '../../rules/permissions.ts'
import { daysOfWeek, isWeekendPlanned, mondayOf, mostCapacity, plannedDays, usualCapacity } from '../../rules/week.ts'
import { overdueUntil } from '../../rules/week-move.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { dayIn, useFilter } from '../../ui/filters.tsx'
import { useLateSheet } from '../../ui/late-sheet.ts'
import { useIsDesk } from '../../ui/media.ts'
import { Page } from '../../ui/page.tsx'
import { printPage } from '../../ui/print-page.ts'
import { useIsPrinting } from '../../ui/printing.ts'
import { Refused } from '../../ui/refused.tsx'
import { Empty, ErrorLine, Loading } from '../../ui/states.tsx'
import { useUrlState } from '../../ui/url-state.ts'
import { Board } from './board.tsx'
import { keysId } from './card.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { PaperWeek } from './paper-week.tsx'
import { PhoneWeek } from './phone-week.tsx'
import { Pile } from './pile.tsx'
import { Conflicts, MadeBar } from './said.tsx'
import { usePlan } from './use-plan.ts'
import { usePileSize, useWeek, type Week } from './use-week.ts'
import { weekLook } from './week-look.ts'
import { WeekTools } from './week-tools.tsx'
import { madeWords, spanText } from './words.ts'

/** The week of all inspectors: who goes where on which day; cards are dragged, moved by keys or by a dialog. */
export function WeekScreen() {
  const isAllowed = may(useUser().role, 'assign')
  if (!isAllowed) return <Refused title="Week" message="Only people who assign inspections can plan the week." />
  return <WeekPage />
}

/** Which week is shown (in the URL), and how (kept for the person on this device). */
function useChoices() {
  const zone = useZone()
  const today = dayOf(useNow(), zone)
  const week = useFilter('week', dayIn)
  const [weekend, setWeekend] = useUrlState('weekend')
  const [kept, keep] = useListChoice('week-capacity')
  const number = Number(kept)
  const monday = mondayOf(week.value || today)
  return {
    zone,
    today,
    monday,
    overdueUntil: overdueUntil(monday, today),
    withWeekend: weekend === '1',
    capacity: Number.isInteger(number) && number >= 1 && number <= mostCapacity ? number : usualCapacity,
    onWeek: (day: string) => week.onChange(day === mondayOf(today) ? '' : day),
    onWeekend: (isShown: boolean) => setWeekend(isShown ? '1' : ''),
    onCapacity: (capacity: number) => keep(String(capacity)),
  }
}

type Choices = ReturnType<typeof useChoices>

function WeekPage() {
  useLateSheet(weekLook)
  const choices = useChoices()
  const pileSize = usePileSize()
  const { week, inspections, complaints } = useWeek(choices.monday, choices.overdueUntil, pileSize.size)
  const days = daysOfWeek(choices.monday)
  const planned = useMemo(() => plannedDays(week?.visits ?? [], choices.zone), [week?.visits, choices.zone])
  // An empty week is only shown as empty once the office has sent its inspections and complaints.
  const isBare = week?.visits.length === 0 && week.pileTotal === 0
  const missing = isBare ? [inspections, complaints].filter((it) => it.pulledAt === undefined) : []
  const problem = missing.find((it) => it.problem)?.problem
  const age = (inspections.pulledAt ?? 0) <= (complaints.pulledAt ?? 0) ? inspections : complaints
  return (
    <Page
      title="Week"
      meta={
        <>
          <span>{spanText(days[0] ?? '', days.at(-1) ?? '')}</span>
          <AsOf of={age} />
        </>
      }
      actions={<Button onClick={printPage}>Print</Button>}
    >
      <WeekTools {...choices} isWeekendPlanned={isWeekendPlanned(choices.monday, planned)} />
      {problem && <ErrorLine message="Failed to fetch inspections" hint="The week is shown once there is signal." />}
      {week && missing.length === 0 && <Plan week={week} choices={choices} onMore={pileSize.more} />}
      {!problem && (!week || missing.length > 0) && <Loading />}
    </Page>
  )
}

function Plan({ week, choices, onMore }: { week: Week; choices: Choices; onMore: () => void }) {
  const { zone, today, capacity } = choices
  const isDesk = useIsDesk()
  const isPrinting = useIsPrinting()
  const { board, shared, pile, isOverPile, said, opened, setOpened, moving } = usePlan(week, choices)
  const { rows, days, cells } = board
  const pileBox = (
    <Pile
      rows={pile}
      total={week.pileTotal}
      onMore={onMore}
      overdueUntil={choices.overdueUntil}
      facts={shared.facts}
      isTarget={isOverPile}
      carriedId={shared.carriedId}
      lastId={shared.lastId}
    />
  )
  const made = moving.last
  return (
    <>
      <p id={keysId} className="unseen">
        Space or Enter picks up, arrow keys move over days and inspectors, Enter drops, Escape cancels. Without a card
        picked up, arrow keys go from card to card. A click opens a dialog that moves it.
      </p>
      <p className="unseen" role="status" aria-live="assertive">
        {said}
      </p>
      {!isPrinting && <Conflicts rows={rows} conflicts={board.conflicts} />}
      {rows.length === 0 && <Empty>No inspectors are known on this device yet.</Empty>}
      {isDesk ? (
        <div className="week-desk not-printed">
          <Board {...shared} />
          {pileBox}
        </div>
      ) : (
        <PhoneWeek board={shared} today={today} pile={pileBox} />
      )}
      {isPrinting && <PaperWeek {...{ rows, days, cells, capacity, zone }} places={week.places} />}
      {made && (
        <MadeBar
          words={madeWords(made, board, (shared.facts.marks.get(made.visit.id)?.length ?? 0) > 0)}
          onUndo={() => void moving.undo(made)}
          onClose={moving.forget}
        />
      )}
      {opened && (
        <MoveDialog
          visit={opened}
          rows={board.rowsWith(opened)}
          {...{ zone, today, capacity }}
          onClose={() => setOpened(undefined)}
          onMove={(to) => {
            setOpened(undefined)
            void moving.move(opened, to)
          }}
        />
      )}
    </>
  )
}
