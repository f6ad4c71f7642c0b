import { Alert, Checkbox, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { type LegalText, termsStatusQuery } from './queries.ts'
import { saveTermsAnswer } from './save-terms-answer.ts'
import { VersionList } from './version-list.tsx'

/** The account's answer to the terms, which it may change, and earlier versions. */
export function OwnTerms({ text }: { text: LegalText }) {
  return (
    <Stack gap="lg" mt="md">
      <OwnAnswer text={text} />
      <VersionList />
    </Stack>
  )
}

function OwnAnswer({ text }: { text: LegalText }) {
  const { data } = useQuery(termsStatusQuery)
  const [sending, setSending] = useState<boolean | null>(null)
  const [status, setStatus] = useState('')
  const [error, setError] = useState('')
  const accepted = data?.data.id === text.id && data.data.attributes.is_accepted

  async function saveAnswer(value: boolean) {
    setSending(value)
    setStatus('')
    setError('')
    const result = await saveTermsAnswer(text.id, value)
    setSending(null)
    if (result.ok) setStatus(result.reply.meta.message)
    else setError(result.message)
  }
  if (!data) return null
  return (
    <div>
      <Checkbox
        label={t('terms.accept')}
        checked={sending ?? accepted}
        disabled={sending !== null}
        onChange={(event) => saveAnswer(event.currentTarget.checked)}
      />
      <Text size="sm" c="dimmed" role="status">
        {status || t(accepted ? 'terms.acceptedOn' : 'terms.notAccepted')}
      </Text>
      {error && (
        <Alert color="red" role="alert" mt="sm">
          {error}
        </Alert>
      )}
    </div>
  )
}
