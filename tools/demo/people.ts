import type { Backdrop, Species } from '@pawtrait/contract/pets/pets.ts'
import type { ScenePlace } from './scene-places.ts'

export type DemoPet = {
  name: string
  species: Species
  breed: string
  backdrop: Backdrop
  /** Age on the day of the demo. */
  age: [years: number, months: number]
}

export type DemoUser = {
  username: string
  fullname: string
  bio: string
  zip: string
  pets: DemoPet[]
  /** Places for this person's pictures. The default is any place. */
  places?: readonly ScenePlace[]
  /** Captions by the name of the animal. Each is used at most once. Further posts have one of `captionTexts`. */
  captions?: Readonly<Record<string, readonly string[]>>
}

const pet = (
  name: string,
  species: Species,
  breed: string,
  backdrop: Backdrop,
  years: number,
  months = 0,
): DemoPet => ({
  name,
  species,
  breed,
  backdrop,
  age: [years, months],
})

const user = (username: string, fullname: string, zip: string, bio: string, ...pets: DemoPet[]): DemoUser => ({
  username,
  fullname,
  bio,
  zip,
  pets,
})

// Places and captions of three people. One lives in a flat in town, one runs in forests, and one lives by a lake.
const atHome = {
  places: ['sofa', 'window', 'kitchen', 'bed', 'porch', 'beach'],
  captions: {
    Chapati: [
      'Chapati has worked out that the sofa is warmer where somebody has just sat. I got up to answer the door. ' +
        'It was nobody. I do not believe in coincidences any more.',
      'Rent is due. Nobody here is contributing. #home',
      'Long dog, short morning.',
    ],
    Mango: ['Mango has been here since Tuesday. We send food up.', 'Caught in the act, blamed the bird.'],
    Pip: [
      'The microwave went off. There was nothing in the microwave. Pip 1, dinner 0.',
      'Three animals, one patch of sun, and Pip has it.',
    ],
  },
} satisfies Partial<DemoUser>

const onTheRun = {
  places: ['forest', 'hills', 'park', 'savannah', 'garden'],
  captions: {
    Biscuit: [
      'Eight kilometres before breakfast. Biscuit ran all of them twice, once for each side of the path. Met ' +
        'two joggers, a monkey with a plan and the same heron as last week. Home by seven, asleep by five past. ' +
        '#karura',
      'Mud 9, corgi 1. #karura',
      'Short legs, long way.',
      'Up the ridge for the light.',
      'Rain all night, so the path was a stream, and the stream was apparently the best thing that has ever ' +
        'happened to anyone.',
    ],
  },
} satisfies Partial<DemoUser>

const byTheLake = {
  places: ['beach', 'night', 'studio', 'hills', 'porch'],
  captions: {
    Pixel: [
      'Pixel herds the boats now. The fishermen have stopped laughing and started asking what he charges.',
      'Blue hour, grey dog.',
      'Test shot for the new lamp. The model moved. #studio',
      'Last light over Kisumu. He sat through all of it and then shook lake on my camera. Worth it.',
    ],
    Bubbles: ['A new plant. Bubbles is pretending that it was always there.', 'Round and round, on time.'],
  },
} satisfies Partial<DemoUser>

/** Twenty-five invented people with their pets. The demo prints the first three as its log-in accounts. */
export const demoPeople: DemoUser[] = [
  {
    ...user(
      'amina.o',
      'Amina Otieno',
      '00100',
      'Keeper of a long dog, a loud cat and a bird who does impressions of the microwave.',
      pet('Chapati', 'dog', 'Dachshund', 'lagoon', 4, 2),
      pet('Mango', 'cat', 'Grey tabby', 'clay', 6),
      pet('Pip', 'bird', 'Cockatiel', 'dusk', 2, 5),
    ),
    ...atHome,
  },
  {
    ...user(
      'wanjiru.k',
      'Wanjiru Kamau',
      '00200',
      'Karura Forest, most mornings, at the speed of a corgi.',
      pet('Biscuit', 'dog', 'Corgi', 'rosehip', 3, 1),
    ),
    ...onTheRun,
  },
  {
    ...user(
      'tom.odh',
      'Tom Odhiambo',
      '40100',
      'Pixel is grey and will clash with your wall.',
      pet('Pixel', 'dog', 'Border collie', 'fog', 5),
      pet('Bubbles', 'fish', 'Goldfish', 'lagoon', 1, 3),
    ),
    ...byTheLake,
  },
  user(
    'leila.h',
    'Leila Hassan',
    '80100',
    'Photographs one dog and, by accident, the sea.',
    pet('Kiko', 'dog', 'Toller', 'dusk', 3, 8),
  ),
  user(
    'priya.shah',
    'Priya Shah',
    '00600',
    'Duchess allows this account.',
    pet('Duchess', 'cat', 'Russian Blue', 'dusk', 7),
  ),
  user(
    'brian.m',
    'Brian Mwangi',
    '20100',
    'Learning to walk at heel. The dog already can.',
    pet('Radar', 'dog', 'Jack Russell', 'marigold', 2),
  ),
  user('njeri_w', 'Njeri Waweru', '00300', '', pet('Simba', 'dog', 'Golden retriever', 'moss', 8, 4)),
  user(
    'otto.k',
    'Otto Kiptoo',
    '30100',
    'Horses first. Everything else by height.',
    pet('Moyo', 'horse', 'Boerperd', 'fog', 11),
  ),
  user(
    'zawadi',
    'Zawadi Njoroge',
    '00500',
    'Two rabbits, one lease.',
    pet('Clover', 'rabbit', 'Holland lop', 'plum', 2, 7),
    pet('Juniper', 'rabbit', 'Mini Rex', 'moss', 1, 2),
  ),
  user(
    'mzee.and.me',
    'Daniel Ruto',
    '10100',
    'He is forty-one. I am the younger one.',
    pet('Mzee', 'reptile', 'Leopard tortoise', 'moss', 41),
  ),
  user(
    'faith.ach',
    'Faith Achieng',
    '40200',
    'Hamster at night, nurse by day. Or the other way round.',
    pet('Nugget', 'small-and-furry', 'Syrian hamster', 'marigold', 1),
  ),
  user('kamau.d', 'David Kamau', '00100', '', pet('Tofu', 'dog', 'Poodle cross', 'rosehip', 2, 6)),
  user(
    'halima',
    'Halima Abdi',
    '70100',
    'Cats, coffee and a window with a view of both.',
    pet('Saffron', 'cat', 'Abyssinian', 'clay', 4),
    pet('Pepper', 'cat', 'House cat', 'fog', 9),
  ),
  user(
    'j.mutua',
    'Joseph Mutua',
    '90100',
    'A parrot taught me patience and two words I cannot repeat.',
    pet('Captain', 'bird', 'African grey', 'moss', 14),
  ),
  user(
    'ruth.cherono',
    'Ruth Cherono',
    '30200',
    'Farm dog, farm cat, farm me.',
    pet('Daisy', 'dog', 'Collie cross', 'marigold', 6),
    pet('Whiskey', 'cat', 'Barn cat', 'clay', 3),
  ),
  user('sam_ndegwa', 'Sam Ndegwa', '10200', '', pet('Zuri', 'dog', 'Ridgeback', 'clay', 4, 9)),
  user(
    'grace.ak',
    'Grace Akinyi',
    '40100',
    'Vet student. I have opinions about your treats.',
    pet('Button', 'rabbit', 'Netherland dwarf', 'rosehip', 3),
  ),
  user('ali.omar', 'Ali Omar', '80200', 'Beach, boat, beagle.', pet('Rafiki', 'dog', 'Beagle', 'lagoon', 5, 5)),
  user(
    'mercy.wk',
    'Mercy Wekesa',
    '50200',
    'Guinea pigs are a team sport.',
    pet('Toffee', 'small-and-furry', 'Guinea pig', 'plum', 2),
    pet('Fudge', 'small-and-furry', 'Guinea pig', 'clay', 2),
  ),
  user('ibrahim_s', 'Ibrahim Said', '80100', '', pet('Luna', 'cat', 'Turkish Van', 'lagoon', 2, 1)),
  user(
    'esther.nyam',
    'Esther Nyambura',
    '00900',
    'One lizard. Ask me anything.',
    pet('Kito', 'reptile', 'Bearded dragon', 'marigold', 3),
  ),
  user(
    'peter.langat',
    'Peter Langat',
    '20200',
    'Tea, hills, two collies.',
    pet('Moss', 'dog', 'Border collie', 'moss', 7),
    pet('Fern', 'dog', 'Border collie', 'lagoon', 1, 6),
  ),
  user(
    'chebet',
    'Chebet Koech',
    '30300',
    'Riding before work so that work can be survived.',
    pet('Comet', 'horse', 'Arab cross', 'dusk', 8),
  ),
  user('yusuf.b', 'Yusuf Bashir', '60300', 'I came for the cat photos.'),
  user('lucy.wangui', 'Lucy Wangui', '01000', 'Saving up for a dog. Practising on yours.'),
]
