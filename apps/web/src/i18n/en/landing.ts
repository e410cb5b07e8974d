import { section } from '../sections.ts'

/** The page at `/`. */
export const landing = section('landing', {
  title: 'Pawtrait: a wall of their own',
  welcome: 'Welcome to Pawtrait',
  lead: 'A wall of their own. Hang your pet’s best portraits and follow the neighbours’ animals.',
  register: 'Register Now',
  proof: 'Dogs, cats and one\nforty-one-year-old tortoise.',
  heroWide:
    'A gallery wall of framed pet portraits: a spaniel, an unimpressed grey cat, a rabbit in a bow tie and a ' +
    'tortoise. A small dog sits on the floor, looking up at the one empty frame, labelled Yours.',
  heroNarrow:
    'Framed pet portraits on a green wall: an unimpressed grey cat and a spaniel. A small dog looks up at an empty ' +
    'frame labelled Yours.',
  photoFirst: 'The photo comes first. Everything else stands back.',
  hung: 'Hung properly',
  hungText: 'Full-size photos, careful crops, and a name plate under every pet.',
  hungPicture: 'Portrait of a grey cat with half-closed eyes and a red collar',
  plate: 'Duchess',
  framed: 'Every pet gets a frame',
  framedText: 'Pick a backdrop. The ears come with the species.',
  framedPicture: 'Six frames that wear the ears of a horse, a hamster, a fish, a rabbit, a lizard and a dog',
  address: 'Your address stays yours',
  addressText: 'We strip location from every photo.',
  addressPicture: 'Portrait of a yellow and green parakeet',
  safety: 'Safety',
  privacy: 'Privacy',
  tested: 'Tested on dachshunds.',
} as const)
