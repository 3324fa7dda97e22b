import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import type { Id } from '../../contract/id.ts'
import { areaLink } from '../../parts/area-link.ts'
import { type ShownAnswer, useAnswersWith } from '../../parts/use-answers.ts'
import { answerCounts, answerWords } from '../../rules/answers.ts'
import { unitLabel } from '../../rules/unit-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../../ui/section.tsx'
import { readWalk, type Walk } from './area-walk-bar.tsx'

const Areas = chakra('ul', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    '& > li': { paddingBlock: 3, borderBottom: 'var(--hairline) solid var(--line)' },
    '& > li > header': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 3,
      '& > a': { display: 'inline-flex', alignItems: 'center', minHeight: 'tap', fontWeight: 'medium' },
      '& > span': { color: 'fg.muted', fontSize: 'sm', fontVariantNumeric: 'tabular-nums' },
    },
    '& summary': { display: 'flex', alignItems: 'center', minHeight: 'tap', cursor: 'pointer', color: 'accent' },
    '& ul > li': { display: 'flex', gap: 2, paddingBlock: 1, lineHeight: 1.35 },
    '& ul svg': { flex: 'none', marginTop: '2px', color: 'yellow' },
    '& ul > li > b': { flex: 'none', width: '4.5rem', color: 'fg.muted', fontWeight: 'medium' },
  },
})

/** The answers to the prompts, area by area: problems at once, the rest on request. Nothing if there are none. */
export function AnswersSection({ inspectionId }: { inspectionId: Id }) {
  const { found: walk, answers = [] } = useAnswersWith(inspectionId, readWalk) ?? {}
  if (!walk || answers.length === 0) return null
  const areas = walk.areas.filter((area) => answers.some((it) => it.area_id === area.id))
  return (
    <Section title="Checklist answers" count={answers.length}>
      <Areas>
        {areas.map((area) => (
          <li key={area.id}>
            <AnswersOfArea area={area} walk={walk} answers={answers.filter((it) => it.area_id === area.id)} />
          </li>
        ))}
      </Areas>
    </Section>
  )
}

function AnswersOfArea({ area, walk, answers }: { area: Walk['areas'][number]; walk: Walk; answers: ShownAnswer[] }) {
  const problems = answers.filter((it) => it.answer === 'problem')
  const others = answers.filter((it) => it.answer !== 'problem').sort((a, b) => a.prompt_id - b.prompt_id)
  const where = area.unit_id ? `${unitLabel(walk.units.get(area.unit_id)?.number, area.unit_id)}, ` : ''
  return (
    <>
      <header>
        <Link {...areaLink(area.inspection_id, area)}>
          {where}
          {area.name}
        </Link>
        <span>{answerCounts(answers.map((it) => it.answer))}</span>
      </header>
      {problems.length > 0 && (
        <ul aria-label={`Problems in ${area.name}`}>
          {problems.map((it) => (
            <li key={it.prompt_id}>
              <Icon name="flag" size={16} />
              <span>Problem: {it.content}</span>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <details>
          <summary>Other answers ({others.length})</summary>
          <ul>
            {others.map((it) => (
              <li key={it.prompt_id}>
                <b>{answerWords(it.answer)}</b>
                <span>{it.content}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
