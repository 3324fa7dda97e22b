import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import type { Id } from '../contract/id.ts'
import type { Photo } from '../contract/photo.ts'
import type { ValueQuery } from '../records/value.ts'
import { useValue } from '../sync/react/hooks.ts'
import { Button, ButtonLook } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { PhotoWall } from './photo-wall.tsx'
import { useDownloads } from './use-downloads.ts'

/** The record types that are comments. */
export type CommentType = 'comment' | 'contactComment' | 'violationComment'

/** The call that lists the files of a comment; with `isDownload` their URLs save them. */
export type FilesOf = (id: Id, isDownload: boolean) => ValueQuery<Photo[]>

interface Props {
  type: CommentType
  id: Id
  photos: readonly Photo[] | null | undefined
  filesOf: FilesOf
  empty: string | null
}

/**
 * The files of a comment. A documented server lists them only in a separate call; if that fails, nothing is said
 * (AD-38).
 */
export function CommentFiles({ photos, ...rest }: Props) {
  return photos || rest.id < 0 ? <Files photos={photos ?? []} {...rest} /> : <AskedFiles {...rest} />
}

function AskedFiles(props: Omit<Props, 'photos'>) {
  const { value, problem } = useValue<Photo[]>(props.filesOf(props.id, false))
  if (!value && !problem) return null
  return <Files photos={value ?? []} {...props} />
}

const Actions = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, marginInlineStart: -3 },
})

function Files({ type, id, photos, filesOf, empty }: Props & { photos: readonly Photo[] }) {
  return (
    <PhotoWall
      type={type}
      id={id}
      photos={photos}
      of="the comment"
      empty={empty}
      actions={({ count, view }) => (
        <Actions>
          <View count={count} view={view} file={photos[0]?.url} />
          {photos.length > 0 && <Download count={photos.length} query={filesOf(id, true)} />}
        </Actions>
      )}
    />
  )
}

/** Opens the viewer at the first picture; files that it cannot show open in a new tab. */
function View({ count, view, file }: { count: number; view: (() => void) | null; file: string | undefined }) {
  const words = `View attachments (${count})`
  if (view)
    return (
      <Button kind="quiet" icon="photo" onClick={view}>
        {words}
      </Button>
    )
  if (!file) return null
  return (
    <ButtonLook asChild kind="quiet">
      <a href={file} target="_blank" rel="noreferrer">
        <Icon name="file" />
        {words}
      </a>
    </ButtonLook>
  )
}

/**
 * Saves the files one by one; only with signal. A failure is shown beside the button, not as an alert (AD-24, UN-09,
 * UN-14).
 */
function Download({ count, query }: { count: number; query: ValueQuery<Photo[]> }) {
  const download = useDownloads()
  const [said, setSaid] = useState('')
  const start = async () => {
    setSaid('')
    const problem = await download(query)
    if (problem) setSaid(`Not downloaded: ${problem}`)
  }
  return (
    <>
      <Button kind="quiet" icon="download" onClick={() => void start()}>
        Download attachments ({count})
      </Button>
      <span role="status">{said}</span>
    </>
  )
}
