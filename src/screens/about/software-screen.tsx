import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import type { SoftwareList } from '../../contract/software.ts'
import { fetchSoftware } from '../../sync/online/software.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorLine, Loading } from '../../ui/states.tsx'

const Line = chakra('details', {
  base: {
    borderBottom: 'var(--hairline) solid var(--line)',
    '& > summary': { paddingBlock: 3, minHeight: 12, cursor: 'pointer', overflowWrap: 'anywhere' },
    '& > pre': {
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
      paddingBottom: 4,
      fontSize: 'sm',
      fontFamily: 'inherit',
      color: 'fg.muted',
    },
  },
})

/** The third-party software in this app, each with its licence, as those licences require. */
export function SoftwareScreen() {
  const [list, setList] = useState<SoftwareList | null | 'loading'>('loading')
  const load = useCallback(() => {
    setList('loading')
    void fetchSoftware(location.origin).then(setList)
  }, [])
  useEffect(load, [load])
  return (
    <Page title="Software in this app" width="text" above={<Link to="/about">About</Link>}>
      {list === 'loading' && <Loading />}
      {list === null && (
        <div>
          <ErrorLine message="The list could not be loaded." hint="It is kept at the office and needs signal." />
          <Button onClick={load}>Try again</Button>
        </div>
      )}
      {list !== null && list !== 'loading' && <Packages list={list} />}
    </Page>
  )
}

function Packages({ list }: { list: SoftwareList }) {
  const count = list.packages.length
  return (
    <>
      <p>
        {count} packages of other authors, in the app and in its server. Tap one to read its license. The same list for
        machines (CycloneDX): <a href="/sbom.json">sbom.json</a>.
      </p>
      <div>
        {list.packages.map(({ name, version, license, text }) => (
          <Line key={`${name} ${version}`}>
            <summary>
              {name} {version}: {license}
            </summary>
            <pre>{text === null ? 'The package includes no text of its license.' : list.texts[text]}</pre>
          </Line>
        ))}
      </div>
    </>
  )
}
