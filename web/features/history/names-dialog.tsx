import { Button, Checkbox, Group, Select, Stack } from '@mantine/core'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { zoneName } from '#survey/time-zone.ts'
import { knownTimeZone } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { type ReportChoices, readChoices } from '#web/offline/outbox/read-choices.ts'
import { recordHeader } from '#web/offline/record/record-survey.ts'
import { reportStorageFailure } from '#web/offline/store/storage-failure.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { checkStart, type StartErrors } from './check-start.ts'
import { isOwn } from './is-own.ts'
import { SurveyNames } from './survey-names.tsx'

interface Props {
  survey: DeviceSurvey
  onClose: () => void
}

/** Edits the survey's name, owner and report options. Saved on this device immediately. */
export function NamesDialog({ survey, onClose }: Props) {
  const account = useSession()?.userId ?? ''
  const [given, setGiven] = useState({
    name: survey.attributes.survey_name,
    owner: survey.attributes.owner,
  })
  const [choices, setChoices] = useState<ReportChoices | null>(null)
  const [timeZone, setTimeZone] = useState('')
  const { attributes } = survey
  const isOwner = isOwn(survey)
  const [errors, setErrors] = useState<StartErrors>({})
  useEffect(() => {
    readChoices(account, survey.id).then(setChoices, () => undefined)
  }, [account, survey.id])

  async function apply(event: FormEvent) {
    event.preventDefault()
    const wrong = checkStart(given)
    if (Object.keys(wrong).length > 0) return setErrors(wrong)
    const names = { survey_name: given.name, owner_name: given.owner }
    try {
      // Send the time zone only if it changed, so the server cannot reject a name because of it.
      const zone = timeZone === '' ? {} : { time_zone: timeZone }
      await recordHeader(account, survey.id, { ...names, ...choices, ...zone })
    } catch (error) {
      reportStorageFailure(error)
      return setErrors({ form: t('common.somethingWrong') })
    }
    onClose()
  }

  const box = (field: keyof ReportChoices) => ({
    checked: choices?.[field] ?? false,
    onChange: ({ currentTarget: { checked } }: { currentTarget: HTMLInputElement }) =>
      choices && setChoices({ ...choices, [field]: checked }),
  })
  return (
    <Dialog opened onClose={onClose} title={t('history.rename')}>
      <form onSubmit={(event) => void apply(event)} noValidate>
        <Stack gap="md">
          <FormError text={errors.form} />
          <SurveyNames
            given={given}
            errors={errors}
            onChange={(names) => {
              setGiven(names)
              setErrors({})
            }}
          />
          {choices && (
            <>
              <Checkbox label={t('history.showMedia')} {...box('checkbox_1')} />
              <Checkbox label={t('history.hideEmpty')} {...box('checkbox_2')} />
              <Checkbox label={t('history.showPositions')} {...box('show_positions')} />
              <Checkbox
                label={t('history.showInternal')}
                description={t('history.showInternalHint')}
                {...box('show_internal')}
              />
            </>
          )}
          {isOwner && (
            <TimeZoneField value={timeZone || (attributes.time_zone ?? '')} onChange={setTimeZone} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit">{t('history.apply')}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

interface TimeZoneFieldProps {
  /** IANA name; '' = not set. */
  readonly value: string
  readonly onChange: (timeZone: string) => void
}

/** The survey's time zone, searchable by city. Likely zones are listed first. */
function TimeZoneField({ value, onChange }: TimeZoneFieldProps) {
  const zones = useMemo(() => {
    const near = [value, knownTimeZone() ?? '', 'UTC'].filter((zone) => zone !== '')
    return [...new Set([...near, ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
      value: zone,
      label: zone.replaceAll('_', ' '),
    }))
  }, [value])
  return (
    <Select
      label={t('history.timeZone')}
      description={t('history.timeZoneHint', { zone: zoneName(value || null) })}
      data={zones}
      value={value === '' ? null : value}
      placeholder={t('history.timeZoneUnset')}
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage={t('history.timeZoneNone')}
      comboboxProps={{ withinPortal: false }}
      onChange={(zone) => zone && onChange(zone)}
    />
  )
}
