import { test } from 'vitest'
import { sampleTemplate } from './sample-template.ts'
import { open } from './scenario.ts'

test('a dropdown offers the buildings added so far, each once, in order, without spaces around', () => {
  open(sampleTemplate)
    .expectOptions('Building')
    .answer('Building', 'Building name', ' Tower B ')
    .answer('Building', 'Units', '3')
    .addSimilar('Building')
    .answer('Building 2', 'Building name', 'Tower A')
    .answer('Building 2', 'Units', '3')
    .addSimilar('Building')
    .answer('Building 3', 'Building name', 'Tower B')
    .expectOptions('Building', 'Tower B', 'Tower A')
    .expectOptions('Floor')
})

test('a building that was renamed or removed is no longer offered, but stays where it was chosen', () => {
  open(sampleTemplate)
    .answer('Building', 'Building name', 'Tower A')
    .answer('Floor', 'Building', 'Tower A')
    .answer('Building', 'Building name', 'Tower One')
    .expectOptions('Building', 'Tower One')
    .expectAnswer('Floor', 'Building', 'Tower A')
})
