import { Button, NativeSelect } from '@mantine/core'
import { useRef, useState } from 'react'
import { asText } from '#survey/fields/registry.ts'
import { plainLine } from '#survey/formatted-text.ts'
import { placeName, titledName } from '#survey/numbering.ts'
import { emptyAnswer, type Section } from '#survey/survey.ts'
import { momentText } from '#web/lib/language/moment.ts'
import { t } from '#web/lib/language/translate.ts'
import { copyText } from '#web/lib/page/copy-text.ts'
import { useSurvey } from '../draft-context.ts'
import type { RecoveredAnswer } from './recovered-calls.ts'
import classes from './recovered-item.module.css'
import type { RecoveredAnswers } from './use-recovered.ts'

/**
 * A value, photo or video that the survey does not contain, with its author and the buttons to restore or dismiss it.
 * A proposal's sub-section still exists and has its own answer.
 */
export function RecoveredItem({ item, recovered }: { item: RecoveredAnswer; recovered: RecoveredAnswers }) {
  const { attributes, id } = item
  const section = useSurvey((survey) => survey.sections.find((one) => one.id === attributes.section_id))
  const all = section?.subSections ?? []
  const proposedFor = attributes.user_survey_sub_section_id
  const parts = proposedFor === undefined ? all : all.filter((part) => part.id === proposedFor)
  const [chosen, setChosen] = useState('')
  const [busy, setBusy] = useState<'back' | 'away' | null>(null)
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const value = useRef<HTMLParagraphElement>(null)
  const [copied, setCopied] = useState<boolean | null>(null)
  const to = parts.some((part) => part.id === chosen) ? chosen : (parts[0]?.id ?? '')
  const text = textOf(attributes, section)
  const over = attributes.media ? '' : currentText(attributes, section, to)

  async function run(kind: 'back' | 'away', work: () => Promise<string | null>): Promise<void> {
    setBusy(kind)
    setProblem(await work())
    setBusy(null)
  }

  async function copy(): Promise<void> {
    if (value.current) setCopied(await copyText(value.current))
  }

  return (
    <li className={classes.item}>
      <p className={classes.where}>{placeText(attributes, section)}</p>
      <p className={classes.field}>{plainLine(attributes.field_name)}</p>
      {attributes.media ? (
        <RecoveredMedia media={attributes.media} />
      ) : (
        <p ref={value} className={classes.value}>
          {text}
        </p>
      )}
      <p className={classes.where}>{whoAndWhen(attributes)}</p>
      {parts.length > 1 && (
        <NativeSelect
          label={t('together.putBackWhere')}
          value={to}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={parts.map((part, index) => ({
            value: part.id,
            label: section ? titledName(section, index) : '',
          }))}
        />
      )}
      {over && over !== text && (
        <p className={classes.where}>
          {t(proposedFor ? 'collections.standing' : 'together.putBackOver', { value: over })}
        </p>
      )}
      {copied === false && (
        <p className={classes.problem} role="alert">
          {t('together.copyByHand')}
        </p>
      )}
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      {asking ? (
        <div className={classes.actions} role="status">
          <p>{t(proposedFor ? 'collections.keepText' : 'together.notNeededText')}</p>
          <Button variant="default" autoFocus onClick={() => setAsking(false)} disabled={busy !== null}>
            {t('common.cancel')}
          </Button>
          <Button
            color="red.8"
            loading={busy === 'away'}
            onClick={() => void run('away', () => recovered.dismiss(id))}
          >
            {t(proposedFor ? 'collections.keep' : 'together.notNeeded')}
          </Button>
        </div>
      ) : (
        <div className={classes.actions}>
          <Button
            loading={busy === 'back'}
            disabled={to === ''}
            onClick={() => void run('back', () => recovered.restore(id, to, attributes.standing?.revision))}
          >
            {proposedFor
              ? t('collections.use')
              : parts.length > 1
                ? t('together.putBackButton')
                : t('together.putBack', { name: attributes.section_name })}
          </Button>
          {!attributes.media && (
            <Button variant="default" onClick={() => void copy()}>
              {t(copied === true ? 'together.copied' : 'together.copyText')}
            </Button>
          )}
          <Button variant="default" onClick={() => setAsking(true)} disabled={busy !== null}>
            {t(proposedFor ? 'collections.keep' : 'together.notNeeded')}
          </Button>
        </div>
      )}
    </li>
  )
}

function RecoveredMedia({ media }: { media: NonNullable<RecoveredAnswer['attributes']['media']> }) {
  const photo = media.content_type.startsWith('image/')
  const name = media.description || t(photo ? 'together.recoveredPhoto' : 'together.recoveredVideo')
  return (
    <a className={classes.media} href={media.url} target="_blank" rel="noreferrer">
      {media.thumbnail_url && <img src={media.thumbnail_url} alt="" loading="lazy" />}
      <span>{name}</span>
    </a>
  )
}

/** 'Building · West wing'. An existing sub-section is shown by its current name. */
function placeText(attributes: RecoveredAnswer['attributes'], section: Section | undefined): string {
  const index = section?.subSections.findIndex(({ id }) => id === attributes.user_survey_sub_section_id) ?? -1
  if (section && index >= 0) return placeName(section, index)
  return [attributes.section_name, attributes.sub_section_title].filter((one) => one !== '').join(' · ')
}

/** The value as its field displays it, or the raw value if the template no longer has the field. */
function textOf(attributes: RecoveredAnswer['attributes'], section: Section | undefined): string {
  const { field_name, field_type, field_value: value, field_value_multiple: values } = attributes
  const field = section?.definition.fields.find(
    ({ name, type }) => name === field_name && type === field_type,
  )
  const shown = field ? asText({ ...emptyAnswer('', field), value, values }) : ''
  return shown || [value, ...values].filter((one) => one !== '').join(', ') || t('form.conflictEmpty')
}

/** The current answer that restoring would replace. */
function currentText(
  attributes: RecoveredAnswer['attributes'],
  section: Section | undefined,
  part: string,
): string {
  const answers = section?.subSections.find(({ id }) => id === part)?.answers ?? []
  // Compare the template's name: an answer's name may contain other answers.
  const field = section?.definition.fields.findIndex(
    ({ name, type }) => name === attributes.field_name && type === attributes.field_type,
  )
  const answer = field === undefined ? undefined : answers[field]
  return answer ? asText(answer) : ''
}

function whoAndWhen({ edited_by, edited_at, received_at }: RecoveredAnswer['attributes']): string {
  const time = momentText(edited_at ?? received_at)
  return edited_by ? t('together.givenBy', { name: edited_by, time }) : time
}
