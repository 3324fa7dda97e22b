import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { diagnosticsOf } from './diagnostics.ts'

/** For a bug on a screen: says that the work is safe, and has diagnostics for the office. */
export function ErrorScreen({ error }: { error: unknown }) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'forbidden'>('no')
  const text = diagnosticsOf(error)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied('yes'),
      () => setCopied('forbidden'),
    )
  return (
    <Page
      title="This page failed"
      width="text"
      actions={
        <>
          <Button onClick={() => void copy()}>{copied === 'yes' ? 'Copied' : 'Copy diagnostics'}</Button>
          <Button kind="main" onClick={() => location.reload()}>
            Reload
          </Button>
        </>
      }
    >
      <p>What you saved is on this device and will be sent. Reload the page, or continue on another page.</p>
      {copied === 'forbidden' && <p>This browser does not allow copying. Select the text below instead.</p>}
      <pre style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: '0.8125rem' }}>{text}</pre>
    </Page>
  )
}
