import { Button, Group, Text, Title } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { t } from '#web/lib/language/translate.ts'
import classes from './camera.module.css'

interface Props {
  readonly video: HTMLVideoElement
  readonly onDiscard: () => void
}

/** A test photo, held in memory only. */
export function TestPhoto({ video, onDiscard }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const paper = canvas.current
    if (!paper) return
    paper.width = video.videoWidth
    paper.height = video.videoHeight
    paper.getContext('2d')?.drawImage(video, 0, 0)
    heading.current?.focus()
  }, [video])
  return (
    <section aria-labelledby="test-photo">
      <Title order={2} id="test-photo" ref={heading} tabIndex={-1} mb="sm">
        {t('camera.photo')}
      </Title>
      <canvas ref={canvas} className={classes.photo} role="img" aria-label={t('camera.photo')} />
      <Group justify="space-between" mt="sm" gap="sm">
        <Text size="sm">{t('camera.notKept')}</Text>
        <Button variant="default" onClick={onDiscard}>
          {t('camera.discard')}
        </Button>
      </Group>
    </section>
  )
}
