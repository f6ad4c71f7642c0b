import { IconEyeOff } from '@tabler/icons-react'
import {
  type FocusEvent,
  memo,
  type ReactNode,
  useContext,
  useId,
  useState,
  useSyncExternalStore,
} from 'react'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { hasUncheckedCopy } from '#survey/edit/copy-from-last.ts'
import type { AnswerValue } from '#survey/fields/kind.ts'
import { asText, filesOf, identifies, missingProblem, partsOf } from '#survey/fields/registry.ts'
import { isForGuests } from '#survey/for-guests.ts'
import { isMissingMandatory } from '#survey/mandatory.ts'
import { unavailableChoices } from '#survey/options.ts'
import type { Answer } from '#survey/survey.ts'
import { violationAt } from '#survey/violations.ts'
import { FieldMedia } from '#web/features/media/field-media.tsx'
import { t } from '#web/lib/language/translate.ts'
import { RichText } from '#web/lib/survey/formatted-text.tsx'
import type { FieldPlace } from '#web/offline/draft/draft.ts'
import { chooseOnlyPlaces } from '#web/offline/draft/only-places.ts'
import { useItemState } from '#web/offline/outbox/survey-states.ts'
import { DrawnSignature } from '#web/ui/drawn-signature.tsx'
import { SyncMark } from '#web/ui/sync-mark.tsx'
import { ReadOnlyContext, ShowMissingContext, useAnswer, useDraft, useSurvey } from '../draft-context.ts'
import { afterPress } from '../fields/after-press.ts'
import { isLeavingGroup } from '../fields/is-leaving-group.ts'
import { NoteField } from '../fields/note-field.tsx'
import { viewOf } from '../fields/registry.ts'
import { CopyMark } from '../repeats/copy-mark.tsx'
import { CopyTouch } from '../repeats/copy-touch.tsx'
import { OfferedNumber } from '../repeats/offered-number.tsx'
import { ReviewNote } from '../review/review-note.tsx'
import classes from './field.module.css'
import { isShort } from './field-columns.ts'
import { FieldNote } from './field-note.tsx'
import { Problem } from './problem.tsx'
import readFieldStyles from './read-field.module.css'

/** Shows where an answer is until the server has it. */
const FieldState = memo(function FieldState({ answerId }: FieldStateProps) {
  const draft = useDraft()
  const state = useItemState(draft.account, draft.survey.id, answerId)
  if (state === null || state === 'on the server') return null
  return <SyncMark state={state} className={classes.state} />
})

interface Refused {
  readonly reason: MessageKey
  /** '' = no detail. */
  readonly detail: string
}

interface Props {
  readonly answerId: string
  readonly place: FieldPlace
}

/** One field: label, input, and messages. */
export const Field = memo(function Field({ answerId, place }: Props) {
  const draft = useDraft()
  const answer = useAnswer(answerId)
  const showMissing = useContext(ShowMissingContext)
  const readOnly = useContext(ReadOnlyContext)
  const [left, setLeft] = useState(false)
  const [refusal, setRefusal] = useState<Refused | null>(null)
  const id = useId()
  const internal = useIsInternal(answer)
  // Another answer removed a chosen option. Report it immediately: this field gets no blur.
  const ousted = answer !== undefined && unavailableChoices(answer).length > 0
  const violation = useViolation(place, answer, left || showMissing || ousted)
  if (!answer || answer.hidden) return null
  const { field } = answer
  const leave = () => afterPress(() => setLeft(true))
  const empty = isMissingMandatory(answer) && (left || showMissing)
  const asked = missingProblem(field)
  const lacking = empty ? t(asked.message, asked.values) : violation
  const problem = refusal ? t(refusal.reason) : lacking
  // A newer template version may not allow photos; existing ones are still shown.
  const hasMedia = field.media || answer.media.length > 0
  const isFiles = filesOf(field) !== null
  const { View, group = false, describes } = viewOf(field)
  if (!View && !isFiles) {
    return (
      <div className={classes.field} id={`field-${answerId}`}>
        <NoteField field={field} />
      </div>
    )
  }
  if (readOnly || field.unsupported) {
    return (
      <div className={classes.field} id={`field-${answerId}`} data-short={isShort(field) || undefined}>
        <ReadField answer={answer} />
        {field.unsupported && <p className={classes.hint}>{t('fields.unsupported')}</p>}
        {internal && <InternalNote />}
        <FieldNote answerId={answerId} answer={answer} place={place} />
        <ReviewNote answer={answer} />
        {hasMedia && <FieldMedia draft={draft} answer={answer} place={place} />}
      </div>
    )
  }
  const hinted = field.hint !== undefined && field.hint !== ''
  const describedBy =
    [
      internal && `${id}-internal`,
      hinted && `${id}-hint`,
      problem && `${id}-problem`,
      refusal?.detail && `${id}-detail`,
    ]
      .filter((one) => one)
      .join(' ') || undefined
  const Label = group ? 'legend' : 'label'
  const photosFirst = describes && field.media && !field.mandatory
  const answered = answer.value !== '' || answer.values.length > 0
  const marks = (
    <>
      {hasUncheckedCopy(answer) && <CopyMark answer={answer} place={place} />}
      <FieldState answerId={answerId} />
    </>
  )
  return (
    <Frame
      answerId={answerId}
      short={isShort(field)}
      group={group && { name: `${id}-name`, describedBy, onLeave: leave }}
    >
      {/* The label names the field only, not where its answer is stored. */}
      <Label className={classes.label} {...(!group && { htmlFor: `${id}-input` })}>
        <span id={`${id}-name`}>
          <RichText plain={field.name} runs={field.formatted?.name} />
          {field.mandatory && (
            <span className={classes.mandatory} title={t('form.mandatory')} aria-hidden>
              {' *'}
            </span>
          )}
        </span>
        {group && marks}
      </Label>
      {!group && marks}
      {internal && <InternalNote id={`${id}-internal`} />}
      {hinted && (
        <p id={`${id}-hint`} className={classes.hint}>
          <RichText plain={field.hint ?? ''} runs={field.formatted?.hint} />
        </p>
      )}
      {photosFirst && <FieldMedia draft={draft} answer={answer} place={place} />}
      {View ? (
        <CopyTouch answerId={answerId} place={place}>
          <View
            answer={answer}
            subSectionId={place.subSection}
            inputId={`${id}-input`}
            problemId={problem ? `${id}-problem` : undefined}
            describedBy={describedBy}
            onAnswer={(given: AnswerValue, copiedFrom?: string | null) => {
              draft.type(place, answer, given, copiedFrom)
              chooseOnlyPlaces(draft, place)
            }}
            onRefused={(reason, detail = '') => setRefusal(reason && { reason, detail })}
            onLeave={leave}
          />
        </CopyTouch>
      ) : (
        <FieldMedia draft={draft} answer={answer} place={place} />
      )}
      {identifies(field) && !answered && <OfferedNumber answer={answer} place={place} />}
      {problem && (
        <Problem id={id} text={problem} detail={refusal?.detail ?? ''} isNew={left || refusal !== null} />
      )}
      <FieldNote answerId={answerId} answer={answer} place={place} />
      <ReviewNote answer={answer} />
      {hasMedia && !photosFirst && !isFiles && <FieldMedia draft={draft} answer={answer} place={place} />}
    </Frame>
  )
})

interface FrameProps {
  readonly answerId: string
  readonly short: boolean
  /** Set if the field consists of several inputs under one name. */
  readonly group: false | { name: string; describedBy: string | undefined; onLeave: () => void }
  readonly children: ReactNode
}

/**
 * The box around a field, which may be skipped while off screen. WebKit would not paint a skipped fieldset's
 * legend.
 */
function Frame({ answerId, short, group, children }: FrameProps) {
  return (
    <div className={classes.field} id={`field-${answerId}`} data-short={short || undefined}>
      {group ? (
        <fieldset
          className={classes.group}
          aria-labelledby={group.name}
          aria-describedby={group.describedBy}
          onBlur={(event: FocusEvent<HTMLElement>) => isLeavingGroup(event) && group.onLeave()}
        >
          {children}
        </fieldset>
      ) : (
        children
      )}
    </div>
  )
}

/** Whether guests never get this answer, by the same rule the server applies. */
function useIsInternal(answer: Answer | undefined): boolean {
  return useSurvey((survey) => answer !== undefined && !isForGuests(survey, answer))
}

function InternalNote({ id }: { readonly id?: string }) {
  return (
    <p {...(id !== undefined && { id })} className={classes.internal}>
      <IconEyeOff size={16} aria-hidden />
      {t('form.internal')}
    </p>
  )
}

/**
 * The message of the first rule the answer breaks, or null if there is none or `asked` is false. A field with
 * a constraint subscribes to all answers, because a constraint may read other fields.
 */
function useViolation(place: FieldPlace, answer: Answer | undefined, asked: boolean): string | null {
  const draft = useDraft()
  const readsOthers = asked && answer?.field.constraint !== undefined
  return useSyncExternalStore(readsOthers ? draft.subscribe : subscribeToNothing, () =>
    asked && answer ? violationAt(draft.survey, place.subSection, answer.id) : null,
  )
}

function subscribeToNothing(): () => void {
  return () => undefined
}

interface FieldStateProps {
  readonly answerId: string
}

/** A field for viewers: its label and answer as selectable text. */
function ReadField({ answer }: { answer: Answer }) {
  const text = asText(answer)
  const { signature } = partsOf(answer)
  return (
    <dl className={readFieldStyles.field}>
      <dt className={readFieldStyles.label}>
        <RichText plain={answer.field.name} runs={answer.field.formatted?.name} />
      </dt>
      <dd className={readFieldStyles.value} data-empty={text === ''}>
        {signature && <DrawnSignature {...signature} />}
        {text === '' ? t('together.notAnswered') : text}
      </dd>
    </dl>
  )
}
