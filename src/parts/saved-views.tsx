import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type SavedView, savedViews } from '../contract/saved-view.ts'
import type { ListName } from '../records/list-tables.ts'
import { knownViews } from '../records/saved-view.ts'
import { may, mayWrite } from '../rules/permissions.ts'
import { personName } from '../rules/person.ts'
import { searchOfView, viewSearch } from '../rules/view-search.ts'
import type { Leaves } from '../sync/online/call.ts'
import { useValue } from '../sync/react/hooks.ts'
import { useTakesOurs } from '../sync/react/kept-here.ts'
import { useUser } from '../sync/react/live.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CheckField, TextField } from '../ui/fields.tsx'
import { Form } from '../ui/form.tsx'
import { tell } from '../ui/toast.tsx'
import { useIsOpen } from '../ui/use-is-open.ts'
import { Chips } from './chips.ts'
import { useListUrl } from './list-filters.ts'
import { useListChoice } from './list-size.ts'
import { CallFailure, NeedsSignal } from './online-only.tsx'
import { useDirectCall } from './use-direct-call.ts'

interface Props {
  list?: ListName
  /** The name in the URL of the record that is shown beside what a view has. */
  beside?: string
}

/** The saved views of the open list: names for its filters, order and columns, the person's own and shared ones. */
export function SavedViews({ list, beside }: Props) {
  const user = useUser()
  const takesOurs = useTakesOurs() === true
  const { pathname } = useLocation()
  const search = useListUrl()
  const known = useValue<SavedView[]>(knownViews(), takesOurs)
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  // A list without a choice of columns has none here.
  const [columns] = useListChoice(`columns-${list}`)
  const now = viewSearch(search, beside)
  const whole = viewSearch({ columns, ...search }, beside)
  const views = (known.value ?? []).filter((it) => it.page === pathname)
  const current = views.find((it) => it.search === now)
  const offersSaving = takesOurs && mayWrite(user.role) && whole !== ''
  if (views.length === 0 && !offersSaving) return null
  return (
    <Chips role="group" aria-label="Saved views" className="not-printed">
      {views.map((it) => (
        <button
          key={it.id}
          type="button"
          aria-pressed={it === current}
          onClick={() => void navigate({ to: '.', search: () => searchOfView(it.search), resetScroll: false })}
        >
          {it.name}
          {it.user_id !== user.id && <small>{personName(it.user, 'A colleague')}</small>}
        </button>
      ))}
      {offersSaving && (
        <Button kind="quiet" onClick={() => setOpen(true)}>
          {current ? 'Change view' : 'Save this view'}
        </Button>
      )}
      {isOpen && (
        <ViewDialog page={pathname} search={whole} views={views} current={current} onClose={() => setOpen(false)} />
      )}
    </Chips>
  )
}

interface DialogProps {
  page: string
  /** The current filters, order and columns. */
  search: string
  /** The views of this list. */
  views: readonly SavedView[]
  /** The view that the list shows. While it is being renamed there are two, so the dialog keeps the first. */
  current: SavedView | undefined
  onClose: () => void
}

function ViewDialog({ page, search, views, onClose, ...opened }: DialogProps) {
  const user = useUser()
  const { failure, isBusy, make } = useDirectCall()
  const navigate = useNavigate()
  const isOpen = useIsOpen()
  const [current] = useState(opened.current)
  const isOwn = current?.user_id === user.id
  const [name, setName] = useState(isOwn ? current.name : '')
  const [isShared, setShared] = useState(isOwn && current.shared)
  const [problem, setProblem] = useState<string>()
  const [failed, setFailed] = useState(saveFailed)
  const isCalledSo = (it: SavedView) => it.name.toLowerCase() === name.trim().toLowerCase()
  const isReplaced = views.some((it) => it.id !== current?.id && it.user_id === user.id && isCalledSo(it))
  const canRemove = current && (isOwn || may(user.role, 'removeSharedViews'))

  const save = async () => {
    if (name.trim() === '') return setProblem('Enter a name for this view')
    const body = { page, search, name, shared: isShared }
    setFailed(saveFailed)
    if (!(await make((call) => call(savedViews.save, {}, body, leaves(`View ${name.trim()} saved`))))) return
    // The server knows views by their names, so a corrected name is a new view.
    if (isOwn && !isCalledSo(current)) {
      setFailed(`The view is saved as “${name.trim()}”, but “${current.name}” could not be removed`)
      if (!(await make((call) => call(savedViews.remove, {}, { id: current.id }, leaves('View renamed'))))) return
    }
    tell('View saved')
    if (!isOpen.current) return
    onClose()
    await navigate({ to: '.', search: () => searchOfView(search), replace: true, resetScroll: false })
  }
  const remove = async ({ id, name }: SavedView) => {
    setFailed('The view could not be removed')
    if (!(await make((call) => call(savedViews.remove, {}, { id }, leaves(`View ${name} removed`))))) return
    tell('View removed')
    if (isOpen.current) onClose()
  }

  return (
    <Dialog title={current ? 'Change view' : 'Save this view'} onClose={onClose}>
      <NeedsSignal what="Saving a view" />
      <CallFailure of={failure} failed={failed} isServerFirst={failed === saveFailed} />
      <Form
        aria-label="View"
        onSubmit={save}
        actions={
          <>
            <Button type="submit" kind="main" disabled={isBusy}>
              {isReplaced ? 'Replace' : 'Save'}
            </Button>
            {canRemove && (
              <Button kind="danger" disabled={isBusy} onClick={() => void remove(current)}>
                Remove “{current.name}”
              </Button>
            )}
          </>
        }
      >
        <TextField
          label="Name"
          required
          autoComplete="off"
          value={name}
          problem={problem}
          hint={isReplaced ? replacesOne : asNow}
          onChange={(event) => {
            setName(event.target.value)
            setProblem(undefined)
          }}
        />
        <CheckField
          label="Colleagues see it too"
          checked={isShared}
          onChange={(event) => setShared(event.target.checked)}
        />
      </Form>
    </Dialog>
  )
}

const saveFailed = 'The view could not be saved'
const replacesOne = 'You have a view with this name; it will be replaced.'
const asNow = 'Filters, order and columns as they are now.'

const leaves = (words: string): Leaves => ({ answers: knownViews(), words })
