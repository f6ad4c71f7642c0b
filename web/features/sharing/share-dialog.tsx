import { Button, SegmentedControl, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { SurveyRole } from '#contract/surveys/surveys.ts'
import { shortDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { copyText } from '#web/lib/page/copy-text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ConfirmGenerate, ConfirmRevoke } from './confirm-steps.tsx'
import { endOfDay, isPast } from './end-date.ts'
import { EndDateField } from './end-date-field.tsx'
import { People } from './people.tsx'
import { LinkSent, SendLink } from './send-link.tsx'
import classes from './share-dialog.module.css'
import { type ShareLink, useShareLink } from './use-share-link.ts'

interface Props {
  readonly surveyId: string
  readonly surveyName: string
  readonly opened: boolean
  /** Only owners manage links; others see the members. */
  readonly role: SurveyRole
  readonly onClose: () => void
  /** Called after the user left the survey. */
  readonly onLeft: () => void
}

type Step = 'link' | 'sent' | 'generate' | 'revoke'

const titles = {
  link: 'sharing.title',
  sent: 'sharing.sentTitle',
  generate: 'sharing.generateTitle',
  revoke: 'sharing.revokeTitle',
} as const

/** Manages a survey's guest link (copy, send, replace, revoke) and its members. */
export function ShareDialog({ surveyId, surveyName, opened, role, onClose, onLeft }: Props) {
  const [part, setPart] = useState<'link' | 'people'>(role === 'owner' ? 'link' : 'people')
  const narrow = useMediaQuery(`(max-width: ${limits.breakpointDialog}px)`)
  const [step, setStep] = useState<Step>('link')
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setStep('link')}
      fullScreen={narrow ?? false}
      size="lg"
      title={t(titles[step])}
    >
      <Text fw={600} mb="lg" className={classes.name}>
        {surveyName}
      </Text>
      {role === 'owner' && step === 'link' && (
        <SegmentedControl
          className={classes.parts ?? ''}
          fullWidth
          size="md"
          aria-label={t('sharing.title')}
          value={part}
          onChange={(next) => setPart(next === 'people' ? 'people' : 'link')}
          data={[
            { value: 'link', label: t('together.linkPart') },
            { value: 'people', label: t('together.people') },
          ]}
        />
      )}
      {part === 'people' ? (
        <People surveyId={surveyId} onLeft={onLeft} />
      ) : (
        <Sharing surveyId={surveyId} step={step} onStep={setStep} />
      )}
    </Dialog>
  )
}

/** Mounted inside the dialog, so each opening reads the link again. All steps share one dialog. */
function Sharing({ surveyId, step, onStep }: { surveyId: string; step: Step; onStep: (step: Step) => void }) {
  const share = useShareLink(surveyId)
  const { state, busy, failure } = share
  const [status, setStatus] = useState('')
  const back = () => {
    share.forgetFailure()
    onStep('link')
  }
  const afterwards = (done: boolean) => {
    if (done) onStep('link')
  }
  const given = { busy, failure, onBack: back }

  if (state.at === 'loading') return <LinkLoading />
  if (state.at === 'failed') return <ErrorState text={state.message} onRetry={share.retry} />
  if (state.at === 'ended') {
    return <Ended message={state.message} busy={busy} failure={failure} onGenerate={share.generate} />
  }
  if (step === 'generate') {
    return <ConfirmGenerate {...given} onConfirm={async (end) => afterwards(await share.generate(end))} />
  }
  if (step === 'revoke') {
    return <ConfirmRevoke {...given} onConfirm={async () => afterwards(await share.revoke())} />
  }
  if (step === 'sent') return <LinkSent status={status} onDone={back} />
  return (
    <ActiveLink
      link={state.link}
      onSent={(words) => {
        setStatus(words)
        onStep('sent')
      }}
      onGenerate={() => onStep('generate')}
      onRevoke={() => onStep('revoke')}
    />
  )
}

function LinkLoading() {
  return (
    <div className={classes.body} role="status" aria-label={t('sharing.making')}>
      <Skeleton height="1rem" width="40%" mb="xs" />
      <Skeleton height="2.75rem" mb="md" />
      <Skeleton height="1rem" width="60%" />
    </div>
  )
}

interface EndedProps {
  readonly message: string
  readonly busy: boolean
  readonly failure: string | null
  readonly onGenerate: (endsAt: string | null) => Promise<boolean>
}

function Ended({ message, busy, failure, onGenerate }: EndedProps) {
  const [day, setDay] = useState('')
  return (
    <Stack className={classes.body} gap="md">
      <Text role="status">{message}</Text>
      <EndDateField value={day} onChange={setDay} />
      {failure && (
        <Text c="var(--mantine-color-error)" role="alert">
          {failure}
        </Text>
      )}
      <div className={classes.actions}>
        <Button
          loading={busy}
          disabled={isPast(day, new Date())}
          onClick={() => void onGenerate(endOfDay(day))}
        >
          {t('sharing.generate')}
        </Button>
      </div>
    </Stack>
  )
}

interface ActiveLinkProps {
  readonly link: ShareLink
  readonly onSent: (status: string) => void
  readonly onGenerate: () => void
  readonly onRevoke: () => void
}

function ActiveLink({ link, onSent, onGenerate, onRevoke }: ActiveLinkProps) {
  return (
    <Stack className={classes.body} gap="md">
      <LinkField key={link.shareable_link} address={link.shareable_link} />
      <SendLink key={link.link_share_id} linkId={link.link_share_id} onSent={onSent} />
      <ul className={classes.facts}>
        <li>{t('sharing.views', { count: link.views })}</li>
        <li>{t('sharing.createdOn', { date: shortDate(link.created_at) })}</li>
        <li>{link.ends_at ? t('sharing.endsOn', { date: shortDate(link.ends_at) }) : t('sharing.noEnd')}</li>
      </ul>
      <div className={classes.actions}>
        <Button
          variant="subtle"
          color="red"
          c="var(--mantine-color-error)"
          className={classes.revoke}
          onClick={onRevoke}
        >
          {t('sharing.revoke')}
        </Button>
        <Button variant="default" onClick={onGenerate}>
          {t('sharing.generate')}
        </Button>
      </div>
    </Stack>
  )
}

function LinkField({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = async () => {
    if (field.current) setCopied(await copyText(field.current))
  }
  return (
    <div>
      <div className={classes.link}>
        <TextInput
          ref={field}
          className={classes.address}
          label={t('sharing.link')}
          description={t('sharing.linkReady')}
          value={address}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          leftSection={copied ? <IconCheck size={20} aria-hidden /> : <IconCopy size={20} aria-hidden />}
          onClick={() => void copy()}
        >
          {t('sharing.copy')}
        </Button>
      </div>
      <Text
        size="sm"
        className={classes.statement}
        role="status"
        {...(copied === false && { c: 'var(--mantine-color-error)' })}
      >
        {copied === null ? '' : t(copied ? 'sharing.copied' : 'sharing.copyByHand')}
      </Text>
    </div>
  )
}
