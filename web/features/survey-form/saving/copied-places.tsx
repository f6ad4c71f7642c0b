import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { placeNameOf } from '#survey/numbering.ts'
import type { Section } from '#survey/survey.ts'
import type { UncheckedPart, UncheckedSection } from '#survey/unchecked-copies.ts'
import { copiedAmount } from '../repeats/copied-amount.ts'
import { FieldLinks } from './field-links.tsx'
import classes from './submit-dialog.module.css'

/** Above this number of links, sub-sections start collapsed: a survey may have hundreds of units. */
const shownAtOnce = 30

interface Props {
  readonly unchecked: readonly UncheckedSection[]
  readonly onFollowed: () => void
}

/** Unchecked copies by sub-section, each a link to its field. */
export function CopiedPlaces({ unchecked, onFollowed }: Props) {
  const parts = unchecked.flatMap(({ section, parts: held }) => held.map((part) => ({ section, part })))
  const fields = parts.reduce((sum, { part }) => sum + part.held.length, 0)
  return parts.map(({ section, part }) => (
    <CopiedPart
      key={part.subSection.id}
      {...{ section, part, onFollowed }}
      startsOpen={fields <= shownAtOnce}
    />
  ))
}

interface PartProps {
  readonly section: Section
  readonly part: UncheckedPart
  readonly startsOpen: boolean
  readonly onFollowed: () => void
}

function CopiedPart({ section, part, startsOpen, onFollowed }: PartProps) {
  const [open, setOpen] = useState(startsOpen)
  const id = useId()
  const { subSection, held } = part
  return (
    <div className={classes.part}>
      <h3 className={classes.heading}>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <span>
            {placeNameOf(section, subSection)}
            <span className={classes.amount}>{copiedAmount(part)}</span>
          </span>
          <IconChevronDown size={18} className={classes.arrow} aria-hidden />
        </button>
      </h3>
      {open && (
        <div id={id}>
          <FieldLinks
            places={held.map((answer) => ({ section, subSection, answer }))}
            onFollowed={onFollowed}
          />
        </div>
      )}
    </div>
  )
}
