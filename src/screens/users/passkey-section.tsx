import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Passkey, passkeyLimit } from '../../contract/passkey.ts'
import { NeedsSignal } from '../../parts/online-only.tsx'
import { useZone } from '../../parts/use-now.ts'
import { dateTimeText } from '../../rules/date-text.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { withoutCode } from '../../sync/react/hooks.ts'
import { canUsePasskeys } from '../../sync/session/can-use-passkeys.ts'
import type { PasskeysAnswer } from '../../sync/session/passkey.ts'
import { problemText } from '../../sync/transport/problem.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, ErrorLine, Loading } from '../../ui/states.tsx'
import { PasskeyList } from './passkey-list.tsx'

/** The user's own passkeys: a second way to sign in. A documented server has none. */
export function PasskeySection() {
  const { device, town } = useEngine()
  const zone = useZone()
  const [list, setList] = useState<Passkey[]>()
  const [failure, setFailure] = useState<string>()
  /** The server's words when it asks for the current password. */
  const [asked, setAsked] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  if (!town.waysIn?.passkeys || !canUsePasskeys()) return null

  const run = async (work: (part: typeof import('../../sync/session/passkey.ts')) => Promise<PasskeysAnswer>) => {
    setBusy(true)
    setFailure(undefined)
    const answer = await import('../../sync/session/passkey.ts')
      .then(work, (): PasskeysAnswer => ({ kind: 'failed', words: problemText(withoutCode.problem) }))
      .finally(() => setBusy(false))
    if (answer.kind === 'failed') setFailure(answer.words)
    if (answer.kind === 'list') setList(answer.list)
    setAsked(answer.kind === 'passwordAsked' ? answer.words : undefined)
    return answer.kind === 'list'
  }

  return (
    <Section title="Passkeys" starts="hidden" onFirstShow={() => void run((part) => part.listPasskeys(device))}>
      <NeedsSignal what="Changing passkeys" />
      <p>
        With a passkey you sign in with the fingerprint, face or PIN of this device, without your password. It works on
        devices that hold it, and a stranger’s wrong passwords cannot keep it out.
      </p>
      {failure && <ErrorLine message={failure} />}
      {!list && isBusy && <Loading />}
      {list?.length === 0 && <Empty>No passkeys yet.</Empty>}
      {list && list.length > 0 && (
        <PasskeyList
          list={list}
          isBusy={isBusy}
          timeText={(at) => dateTimeText(at, zone)}
          onRemove={(id) => void run((part) => part.removePasskey(device, id))}
        />
      )}
      {(list?.length ?? 0) < passkeyLimit && (
        <AddPasskey
          isBusy={isBusy}
          asked={asked}
          onAdd={(name, password) => run((part) => part.addPasskey(device, name, password))}
        />
      )}
    </Section>
  )
}

interface AddProps {
  isBusy: boolean
  /** Why the current password is needed; without it there is no field for it. */
  asked: string | undefined
  /** Whether it was added. */
  onAdd: (name: string, password: string) => Promise<boolean>
}

function AddPasskey({ isBusy, asked, onAdd }: AddProps) {
  const [missing, setMissing] = useState(false)
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (asked) password.current?.focus()
  }, [asked])
  const add = async (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    const typed = new FormData(form)
    const name = String(typed.get('name') ?? '').trim()
    setMissing(name === '')
    if (name !== '' && (await onAdd(name, String(typed.get('password') ?? '')))) form.reset()
  }
  return (
    <Form
      aria-label="Add a passkey"
      onSubmit={add}
      actions={
        <Button type="submit" icon="key" disabled={isBusy}>
          Add a passkey
        </Button>
      }
    >
      <TextField
        label="Name of this device"
        name="name"
        required
        autoComplete="off"
        hint="It tells you which passkey this is in the list."
        problem={missing ? 'Enter a name for this passkey' : undefined}
      />
      {asked && (
        <TextField
          ref={password}
          label="Current password"
          name="password"
          type="password"
          required
          autoComplete="current-password"
          problem={asked}
        />
      )}
    </Form>
  )
}
