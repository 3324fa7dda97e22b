import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useState } from 'react'
import type { Letter, Part, Words } from '../rules/letter.ts'

const Paper = chakra('article', {
  base: {
    background: '#fff',
    color: '#000',
    fontSize: '11pt',
    lineHeight: 1.3,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
    '& header': {
      display: 'flex',
      justifyContent: 'space-between',
      alignItems: 'end',
      gap: 3,
      paddingBottom: '6pt',
      borderBottom: '1.5pt solid #404040',
    },
    '& header strong': { display: 'block', fontSize: '14pt' },
    '& header span, & header small': { color: '#595959' },
    '& header small': { display: 'block', fontSize: '9pt' },
    '& header img': { flex: 'none', maxWidth: 'min(135pt, 40%)', maxHeight: '45pt' },
    '& .to': { marginBlock: '12pt' },
    '& h3': { fontSize: '18pt', fontWeight: 'bold', marginBlock: '12pt 8pt' },
    '& h4': { fontSize: '13pt', fontWeight: 'bold', marginBlock: '12pt 4pt' },
    '& h5': { fontSize: '11pt', fontWeight: 'bold', marginBlock: '8pt 2pt' },
    '& p': { marginBottom: '6pt' },
    '& table': { width: '100%', borderCollapse: 'collapse' },
    '& th, & td': {
      textAlign: 'start',
      verticalAlign: 'top',
      paddingBlock: '4pt',
      paddingInlineEnd: '8pt',
      borderBlock: '0.5pt solid #a6a6a6',
    },
    '& th': { width: '30%' },
    '& thead th': { color: '#595959', fontWeight: 'normal' },
    '& figure': { marginBottom: '12pt' },
    '& figure img': { width: 'auto', maxWidth: 'min(100%, 324pt)', maxHeight: '432pt' },
    '& figcaption': { color: '#595959', fontSize: '10pt' },
    '& > footer': { marginTop: '12pt', borderTop: '0.5pt solid #a6a6a6', color: '#595959', fontSize: '9pt' },
    '@media print': { '& [data-starts-page]': { breakBefore: 'page' } },
  },
  variants: {
    /** On screen it looks like a sheet of paper, whatever the app's look. */
    sheet: { true: { padding: 4, border: 'var(--hairline) solid var(--line)', borderRadius: 'md' }, false: {} },
  },
})

/** A letter as the recipient will read it, drawn from the same parts as the document. */
export function LetterView({ letter, sheet = false }: { letter: Letter; sheet?: boolean }) {
  const { seal, townName, office, letterhead, recipient, parts, footer } = letter
  return (
    <Paper sheet={sheet} aria-label="The letter">
      <div>
        <header>
          <div>
            <strong>{townName}</strong>
            <span>{office}</span>
            {letterhead.map((line) => (
              <small key={line}>{line}</small>
            ))}
          </div>
          {seal && <Picture bytes={seal.png} type="image/png" says={seal.says} />}
        </header>
        {recipient.length > 0 && <p className="to">{recipient.join('\n')}</p>}
      </div>
      {parts.map((part, at) => (
        // A letter does not change, so its parts keep their positions.
        <PartView key={at} part={part} />
      ))}
      <footer>{footer}</footer>
    </Paper>
  )
}

const tags = { 1: 'h3', 2: 'h4', 3: 'h5' } as const

function PartView({ part }: { part: Part }) {
  switch (part.kind) {
    case 'heading': {
      const Tag = tags[part.level]
      return <Tag data-starts-page={part.startsPage}>{part.text}</Tag>
    }
    case 'text':
      return <p>{part.words.map(said)}</p>
    case 'facts':
      return <FactsView part={part} />
    case 'picture':
      return (
        <figure>
          <Picture bytes={part.jpeg} type="image/jpeg" says={part.says} />
          <figcaption>{part.name}</figcaption>
        </figure>
      )
  }
}

const said = ({ text, bold }: Words) => (bold ? <b key={text}>{text}</b> : <span key={text}>{text}</span>)

function FactsView({ part: { head, rows } }: { part: Extract<Part, { kind: 'facts' }> }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{head[0]}</th>
          <th scope="col">{head[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Picture({ bytes, type, says }: { bytes: Uint8Array; type: string; says: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, type])
  return url ? <img src={url} alt={says} /> : null
}
