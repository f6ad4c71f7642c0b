import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { surveysBehind } from '#contract/surveys/survey-moves.ts'
import { formVersions } from '#contract/templates/custom-forms.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useParams } from '#web/lib/page/route.tsx'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { Part } from '#web/ui/part.tsx'

const { View: MoveManyDialog } = lazyPart(
  async () => (await import('#web/features/survey-moves/move-many-dialog.tsx')).MoveManyDialog,
)

interface Props {
  readonly version: number
  readonly onClose: () => void
}

/** After publishing: counts open surveys on older versions and offers to move those the user may move. */
export function PublishedDialog({ version, onClose }: Props) {
  const { id = '' } = useParams()
  const [moving, setMoving] = useState(false)
  const versions = useQuery({ ...reading(formVersions, { params: { id } }), staleTime: 0, gcTime: 0 })
  const all = versions.data?.data.map(({ attributes }) => attributes) ?? []
  const templateId = all.find((one) => one.version === version)?.survey_template_id ?? ''
  const older = all.filter((one) => one.version < version)
  const behind = older.reduce((sum, one) => sum + one.open_surveys, 0)
  const own = useQuery({
    ...reading(surveysBehind, { query: { survey_template_id: templateId, status: 'Started' } }),
    enabled: templateId !== '' && behind > 0,
    staleTime: 0,
    gcTime: 0,
  })
  const error = versions.error ?? own.error
  const mine = own.data?.meta.total ?? 0
  const isKnown = templateId !== '' && (behind === 0 || own.data !== undefined)
  const retry = () => void (versions.error ? versions.refetch() : own.refetch())
  if (moving)
    return (
      <Part instead={<NoticeDialog opened onClose={onClose} text={t('common.network')} />}>
        <MoveManyDialog
          openOnly
          templateId={templateId}
          version={version}
          onClose={onClose}
          onChanged={() => undefined}
        />
      </Part>
    )
  return (
    <Dialog opened onClose={onClose} title={t('builder.published', { version })}>
      <Stack gap="md">
        {error && (
          <ErrorState
            text={t('builder.publishBehindUnknown')}
            onRetry={retry}
            busy={versions.isFetching || own.isFetching}
          />
        )}
        {!error && !isKnown && <Skeleton height={48} role="status" aria-label={t('common.loading')} />}
        {!error && isKnown && (
          <div role="status">
            <Text>{t('builder.publishBehind', { count: behind })}</Text>
            {mine < behind && (
              <Text>
                {mine > 0 ? t('builder.publishMoveSome', { count: mine }) : t('builder.publishMoveNone')}
              </Text>
            )}
          </div>
        )}
        <Group justify="flex-end">
          <Button variant={mine > 0 ? 'default' : 'filled'} onClick={onClose} data-autofocus>
            {t(mine > 0 ? 'builder.publishMoveLater' : 'common.ok')}
          </Button>
          {mine > 0 && (
            <Button onClick={() => setMoving(true)}>{t('builder.publishMove', { count: mine })}</Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
