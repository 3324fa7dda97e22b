import { useEffect, useState } from 'react'
import { BottomBar } from '../../../src/ui/bottom-bar.tsx'
import { Button } from '../../../src/ui/button.tsx'
import { Combobox } from '../../../src/ui/combobox.tsx'
import { confirm } from '../../../src/ui/confirm.tsx'
import { EditInPlace } from '../../../src/ui/edit-in-place.tsx'
import { EmailLink } from '../../../src/ui/email-link.tsx'
import { TextAreaField, TextField } from '../../../src/ui/fields.tsx'
import { FileChooser } from '../../../src/ui/file-chooser.tsx'
import { Lightbox } from '../../../src/ui/lightbox.tsx'
import { List } from '../../../src/ui/list.tsx'
import { LongText } from '../../../src/ui/long-text.tsx'
import { withNewFiles } from '../../../src/ui/same-file.ts'
import { Section } from '../../../src/ui/section.tsx'
import { Tabs } from '../../../src/ui/tabs.tsx'
import { tell } from '../../../src/ui/toast.tsx'
import { Windowed } from '../../../src/ui/windowed.tsx'

const citations = Array.from({ length: 23 }, (_, index) => ({ id: index + 1, fine: ((index * 7) % 23) * 10 }))
const many = Array.from({ length: 500 }, (_, index) => ({ id: index + 1 }))
const streets = ['Elm Street', 'Mill Road', 'Oak Avenue'].map((name, index) => ({ id: index + 1, name }))

/** One of each piece, with what the tests need to see of it. */
export function Pieces() {
  return (
    <>
      <LateAnswer />
      <Section title="Citations">
        <List
          name="Citations"
          rows={citations}
          empty="No citations available."
          columns={[
            { title: 'Citation', cell: (row) => <a href={`#${row.id}`}>Citation {row.id}</a>, onPhone: 'head' },
            { title: 'Fine', cell: (row) => `$${row.fine}`, sortBy: (row) => row.fine, atEnd: true },
          ]}
        />
        <List name="Failed" inUrl="failed" rows={[]} problem="Failed to fetch citations" empty="None" columns={[]} />
        <List name="Loading" inUrl="loading" rows={undefined} empty="None" columns={[]} />
        <List name="Empty" inUrl="empty" rows={[]} empty="No permits for this address." columns={[]} />
      </Section>
      <Search />
      <Subjects />
      <Section title="Comments" starts="hidden">
        Seen only when shown
      </Section>
      <Questions />
      <Files />
      <Pictures />
      <EditInPlace
        label="Room Name"
        value="Kitchen"
        onSave={async (value) => (value === 'Hall' ? 'Taken' : undefined)}
      />
      <TextField label="Name" problem="Name is required" hint="As on the deed" />
      <TextAreaField label="Notes" most={100} />
      <Windowed name="Observations" rows={many} rowHeight={40} row={(row) => <p>Observation {row.id}</p>} />
      <Section title="Words">
        <LongText text="A short remark." of="card" />
        <LongText text={Array.from({ length: 12 }, (_, index) => `Line ${index + 1}`).join('\n')} of="card" />
        <p id="mail" style={{ width: '9em' }}>
          <EmailLink email="bartholomew@town.example" />
        </p>
      </Section>
      <BottomBar label="Next step">
        <Button kind="main">Add observation</Button>
      </BottomBar>
    </>
  )
}

function Search() {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState('')
  return (
    <Section title="Search">
      <Combobox
        label="Street"
        text={text}
        onText={setText}
        options={streets}
        isOpen={text.length >= 2}
        tabMarksFirst
        keyOf={(it) => it.id}
        show={(it) => it.name}
        onChoose={(it) => {
          setChosen(it.name)
          setText('')
        }}
      />
      <output aria-label="Chosen street">{chosen}</output>
    </Section>
  )
}

function Subjects() {
  const [chosen, setChosen] = useState('comments')
  const tabs = [
    { key: 'contacts', title: 'Contacts', count: 2 },
    { key: 'comments', title: 'Comments', count: 0 },
    { key: 'photos', title: 'Photos' },
  ]
  return (
    <Tabs name="Subjects" tabs={tabs} chosen={chosen} onChoose={setChosen}>
      Panel of {chosen}
    </Tabs>
  )
}

function Questions() {
  const ask = async () => {
    const isSure = await confirm({ title: 'Delete unsent work?', yes: 'Delete', isDanger: true, typed: 'DELETE' })
    tell(isSure ? 'Deleted' : 'Kept')
  }
  return <Button onClick={() => void ask()}>Ask</Button>
}

function Files() {
  const [files, setFiles] = useState<File[]>([])
  return (
    <FileChooser label="Application or Photos" onPick={(picked) => setFiles((old) => withNewFiles(old, picked))}>
      <output aria-label="Chosen files">{files.map((file) => file.name).join(', ')}</output>
    </FileChooser>
  )
}

function Pictures() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Enlarge</Button>
      {isOpen && (
        <Lightbox
          pictures={[
            { url: '/none.png', name: 'Front door' },
            { url: '/none.png', name: 'Roof' },
          ]}
          start={0}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const houses = [
  { id: 11, name: '12 Elm Street' },
  { id: 12, name: '12 Mill Road' },
]

/** A search whose later answer puts an option before those that are shown. */
function LateAnswer() {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState('')
  const [isAnswered, setAnswered] = useState(false)
  useEffect(() => {
    Object.assign(window, { officeAnswers: () => setAnswered(true) })
  }, [])
  return (
    <Section title="Late answer">
      <Combobox
        label="House"
        text={text}
        onText={setText}
        options={isAnswered ? [{ id: 10, name: '12 Ash Lane' }, ...houses] : houses}
        isOpen={text.length >= 2}
        keyOf={(it) => it.id}
        show={(it) => it.name}
        onChoose={(it) => {
          setChosen(it.name)
          setText('')
        }}
      />
      <output aria-label="Chosen house">{chosen}</output>
    </Section>
  )
}
