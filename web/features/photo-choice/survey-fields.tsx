import { NativeSelect, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { useOpenDraft } from '#web/offline/draft/use-open-draft.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingScreen } from '#web/ui/loading-screen.tsx'
import type { ChoiceParams } from './choice-params.ts'
import { FieldPhotos } from './field-photos.tsx'
import { chosenPart, mediaParts } from './media-fields.ts'
import classes from './photo-choice.module.css'
import { ToDashboard } from './survey-select.tsx'

interface Props {
  readonly account: string
  readonly params: ChoiceParams
  /** The file to add once a field is chosen. */
  readonly given: File | null
  readonly onChoose: (more: Partial<ChoiceParams>) => void
}

/** Loads the survey from the device or server and selects one of its fields. */
export function SurveyFields({ account, ...field }: Props) {
  const { open, retry } = useOpenDraft(account, field.params.surveyId)
  if (open.state === 'opening') return <LoadingScreen />
  if (open.state === 'failed') {
    const gone = open.status === 404 || open.status === 422
    const words = open.status === 0 ? t('form.notOnDevice') : open.message
    return (
      <div className={classes.choices}>
        <ErrorState
          text={gone ? t('surveys.invalidTemplateOrSection') : words}
          {...(!gone && { onRetry: retry })}
        />
        <ToDashboard />
      </div>
    )
  }
  return <OpenFields draft={open.draft} {...field} />
}

function OpenFields({ draft, params, given, onChoose }: Omit<Props, 'account'> & { readonly draft: Draft }) {
  const survey = useSyncExternalStore(draft.subscribe, () => draft.survey)
  const parts = mediaParts(survey)
  const part = chosenPart(parts, params)
  const mayEdit = useSyncExternalStore(draft.subscribe, () => draft.mayEdit)
  const answer = part?.answers.find(({ id }) => id === params.detailId)
  if (!mayEdit)
    return (
      <EmptyState text={t('together.viewer')}>
        <ToDashboard />
      </EmptyState>
    )
  if (part && answer)
    return (
      <FieldPhotos
        key={answer.id}
        draft={draft}
        part={part}
        answer={answer}
        given={given}
        onPicked={() => onChoose({ attachmentId: '' })}
        onOther={() => onChoose({ detailId: '' })}
      />
    )
  if (parts.length === 0)
    return (
      <EmptyState text={t('media.noFields')}>
        <ToDashboard />
      </EmptyState>
    )
  return (
    <div className={classes.choices}>
      <Text fw={600} className={classes.name ?? ''}>
        {survey.name}
      </Text>
      <NativeSelect
        label={t('media.forSection')}
        value={part?.part.id ?? ''}
        onChange={({ currentTarget }) =>
          onChoose({ sectionId: '', subSectionId: currentTarget.value, detailId: '' })
        }
        data={[
          { value: '', label: t('media.chooseSection'), disabled: true },
          ...parts.map(({ part: { id }, name }) => ({ value: id, label: name })),
        ]}
      />
      <NativeSelect
        label={t('media.forField')}
        value=""
        disabled={!part}
        onChange={({ currentTarget }) => onChoose({ detailId: currentTarget.value })}
        data={[
          { value: '', label: t('media.chooseField'), disabled: true },
          ...(part?.answers ?? []).map(({ id, field }) => ({ value: id, label: field.name })),
        ]}
      />
      <ToDashboard />
    </div>
  )
}
