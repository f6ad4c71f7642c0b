import { ActionIcon, Button, Container, Group, Stack, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Link, useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { BoxSkeleton, LegalBox } from './legal-body.tsx'
import { type LegalKind, type LegalText, useLegalText } from './queries.ts'
import { termsDate } from './terms-date.ts'

interface Props {
  kind: LegalKind
  title: string
  /** Content below the text. */
  below?: ((text: LegalText) => ReactNode) | undefined
}

/** A public legal text with a Close button that goes back, or to the login. */
export function LegalPage({ kind, title, below }: Props) {
  const navigate = useNavigate()
  const { data: text, error, refetch, isFetching } = useLegalText(kind)
  useTitle(title)
  function close() {
    if (window.history.state?.idx > 0) navigate(-1)
    else navigate('/')
  }
  return (
    <Container component="main" size="sm" py="xl">
      <Group justify="space-between" wrap="nowrap" mb="md" mr={-11}>
        <Title order={1}>{title}</Title>
        <ActionIcon color="gray" onClick={close} aria-label={t('common.close')}>
          <IconX size={22} aria-hidden />
        </ActionIcon>
      </Group>
      {error && <ErrorState text={t('terms.notLoaded')} onRetry={() => refetch()} busy={isFetching} />}
      {!text && !error && <BoxSkeleton />}
      {text && !error && <TextOr title={title} text={text} below={below} />}
    </Container>
  )
}

/** The text, or 'coming soon' if there is none. */
function TextOr({ title, text, below }: Pick<Props, 'title' | 'below'> & { text: LegalText }) {
  const { description, version, created_at } = text.attributes
  if (description === '') return <ComingSoon />
  return (
    <>
      <LegalBox title={title} html={description} />
      <Text size="sm" c="dimmed" mt="sm">
        {t('terms.validSince', { version, date: termsDate(created_at) })}
      </Text>
      {below?.(text)}
    </>
  )
}

function ComingSoon() {
  return (
    <Stack align="center" py="xl">
      <Text>{t('terms.comingSoon')}</Text>
      <Button component={Link} to="/">
        {t('terms.home')}
      </Button>
    </Stack>
  )
}
