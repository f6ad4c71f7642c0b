import { ActionIcon, Container, Group, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { say } from '#web/lib/say.ts'
import { useTitle } from '#web/lib/title.ts'

/** A page of plain text with a control that goes back to where the person came from. */
export function LegalText({ title, text }: { title: string; text: string }) {
  const navigate = useNavigate()
  useTitle(title)
  const paragraphs = text.split('\n\n')
  function close() {
    if (window.history.state?.idx > 0) navigate(-1)
    else navigate('/')
  }
  return (
    <Container component="main" size="sm" py="xl">
      <Group justify="space-between" wrap="nowrap" mb="md" mr={-11}>
        <Title order={1}>{title}</Title>
        <ActionIcon color="gray" onClick={close} aria-label={say('common.close')}>
          <IconX size={22} aria-hidden />
        </ActionIcon>
      </Group>
      {paragraphs.map((paragraph) => (
        <Text key={paragraph} mb="md" maw="65ch">
          {paragraph}
        </Text>
      ))}
    </Container>
  )
}
