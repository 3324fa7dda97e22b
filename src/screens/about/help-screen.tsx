import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { useOnlyProvider } from '../../parts/only-provider.ts'
import { goesOut, may } from '../../rules/permissions.ts'
import { useUser } from '../../sync/react/live.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { deviceIcon, deviceWord, savedHere } from '../../ui/this-device.ts'
import { Steps } from './help-pictures.tsx'

const Words = chakra('div', { base: { display: 'grid', gap: 2, maxWidth: '42rem' } })

/** What only the office does. */
function InTheOffice() {
  return (
    <Section title="In the office">
      <Words>
        <p>
          <Link to="/under-review">Under Review</Link> lists what inspectors have submitted. Accept it, or send it back
          with a comment: the inspector reads it on Today and at the inspection.
        </p>
        <p>
          <Link to="/doubles">Duplicates</Link> are contacts, businesses and addresses that were entered twice. Merging
          them moves everything to the record that stays. It can be undone for 30 days.
        </p>
        <p>
          <Link to="/transfer">Transfer</Link> moves the work of one inspector to another. It can be undone for 30 days.
        </p>
      </Words>
    </Section>
  )
}

/** How the app is used, in pictures and few words; opens without signal like every other page. */
export function HelpScreen() {
  const { role } = useUser()
  return (
    <Page title="Help" width="text">
      <Section title="How saving works">
        <Steps
          steps={[
            { icon: deviceIcon, text: savedHere },
            { icon: 'noSignal', text: 'Waits without signal' },
            { icon: 'sending', text: 'Is sent by itself' },
            { icon: 'done', text: 'Stored at the office' },
          ]}
        />
        <Words>
          <p>
            What you save is safe on the {deviceWord} at once, photos included. It survives a dead battery. With signal
            it is sent by itself, every piece exactly once.
          </p>
          <p>
            The icon at the top right says where your work is. A tick means that everything is sent. A number is how
            much waits. Red means that something needs you: tap it.
          </p>
          <p>
            <Link to="/unsent">Open Unsent work</Link>
          </p>
        </Words>
      </Section>
      {goesOut(role) && (
        <Section title="Before you go out">
          <Steps
            steps={[
              { icon: 'signal', text: 'With signal: Prepare now' },
              { icon: 'download', text: 'Inspections, codes and addresses load' },
              { icon: 'done', text: 'Ready without signal' },
            ]}
          />
          <Words>
            <p>Prepare once in the morning. Every open inspection of yours can then be done without signal.</p>
            <p>
              <Link to="/field">Prepare for the field</Link>
            </p>
          </Words>
        </Section>
      )}
      <AtTheDoor />
      {may(role, 'review') && <InTheOffice />}
      <Section title="Keep the app on this device">
        <Words>
          <p>
            Installed on the home screen, the app opens without signal and the {deviceWord} does not clear its storage.
            How to install it is shown on <Link to="/device">This device</Link>.
          </p>
        </Words>
      </Section>
      <WhenSomethingGoesWrong />
      {goesOut(role) && (
        <Section title="Finding your way">
          <Words>
            <p>
              The <Link to="/map">map</Link> shows your stops, open violations and complaints. The sign beside the
              search finds the addresses around you. Both work without signal once the address book is on this device.
            </p>
            <p>
              <Link to="/device">This device</Link> can remind you once a day of what is due.
            </p>
          </Words>
        </Section>
      )}
      {may(role, 'manageTown') && <ForAdmins />}
      <Section title="Short names">
        <Words>
          <p>
            <b>ONS</b> are the inspectors, <b>OAS</b> the office staff. <b>SIR</b> is the page with the figures of a
            period.
          </p>
        </Words>
      </Section>
    </Page>
  )
}

function ForAdmins() {
  return (
    <Section title="For Admins">
      <Words>
        <p>
          <Link to="/town">Town settings</Link> has the letterhead, the seal, the time zone and the helpful links, and
          leads to the lists: code sections, synonyms, phrases, rooms and prompts. Each can be brought in from a CSV
          file. You see what would change before anything happens.
        </p>
        <p>
          Several new users at once: <Link to="/users/from-file">Add users from a file</Link>. Print the slips with
          their first passwords at once; they are shown only then.
        </p>
      </Words>
    </Section>
  )
}

function AtTheDoor() {
  return (
    <Section title="At the door">
      <Steps
        steps={[
          { icon: 'today', text: 'Today: tap Start' },
          { icon: 'plus', text: 'Choose a room' },
          { icon: 'camera', text: 'Take photos, write what you see' },
          { icon: 'flag', text: 'Potential violation' },
          { icon: 'check', text: 'Review, then complete' },
        ]}
      />
      <Words>
        <p>
          Nobody there? The three dots beside Start write the reason as a comment, and the inspection stays open. Start
          and the dots are on the first page of the phone.
        </p>
        <p>
          <b>Many photos</b> opens the app's own camera: each picture is stored when you press, and you write once for
          all of them. The camera icon at the bottom opens the phone's own camera for one picture.
        </p>
        <p>
          Words that you write often stand below the text field. One tap puts them in, with their section of the code.
        </p>
        <p>
          A dog, a code for the gate, somebody to beware of: <b>Add alert</b> on the page of the address. Everybody who
          comes after you sees it before they start.
        </p>
      </Words>
    </Section>
  )
}

function WhenSomethingGoesWrong() {
  const provider = useOnlyProvider()
  return (
    <Section title="When something goes wrong">
      <Words>
        <p>
          <b>The office refused something.</b> It stays on the {deviceWord}. Open <Link to="/unsent">Unsent work</Link>,
          correct it, and send it again.
        </p>
        <p>
          <b>The phone breaks before everything is sent.</b> If you can still open the app, save a rescue copy on{' '}
          <Link to="/unsent">Unsent work</Link>. It can be opened on another phone.
        </p>
        <p>
          <b>The phone is lost.</b> Tell the office. An Admin sees what it still held, and signs it out.
        </p>
        {provider === null && (
          <p>
            <b>You forgot your password.</b> An Admin gives you a new one, or a code for one sign-in.
          </p>
        )}
      </Words>
    </Section>
  )
}
