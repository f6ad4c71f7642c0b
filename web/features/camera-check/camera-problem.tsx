import { Alert, Button, Group, Text } from '@mantine/core'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import type { CameraProblem } from '#web/lib/files/camera.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { howToAllow } from './how-to-allow.ts'

type Trouble = CameraProblem | 'ended'

const words: Readonly<Record<Trouble, MessageKey>> = {
  refused: 'media.noCamera',
  missing: 'media.noCamera',
  unsafe: 'media.noCamera',
  busy: 'fields.cameraBusy',
  ended: 'camera.ended',
}

/** Explains why there is no picture and what to do. */
export function CameraProblemAlert({ problem, onAgain }: { problem: Trouble; onAgain: () => void }) {
  return (
    <>
      <Alert color="red" role="alert">
        {t(words[problem])}
      </Alert>
      <Text my="md">{t(whatToDo(problem))}</Text>
      <Group gap="sm">
        <Button onClick={onAgain}>{t('common.retry')}</Button>
        <Button component={Link} to="/Home" variant="default">
          {t('camera.toHome')}
        </Button>
      </Group>
    </>
  )
}

function whatToDo(problem: Trouble): MessageKey {
  if (problem === 'refused')
    return howToAllow({ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints })
  if (problem === 'missing') return 'camera.plugIn'
  return problem === 'unsafe' ? 'camera.overHttps' : 'camera.freeIt'
}
