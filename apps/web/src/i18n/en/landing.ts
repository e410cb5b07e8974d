// Messages for the landing page (`/`).

export const title = 'Pawtrait: a wall of their own'
export const welcomeTitle = 'Welcome to Pawtrait'
export const intro = 'A wall of their own. Hang your pet’s best portraits and follow the neighbours’ animals.'
export const register = 'Register Now'
export const tagline = 'Dogs, cats and one\nforty-one-year-old tortoise.'
export const heroAltWide =
  'A gallery wall of framed pet portraits: a spaniel, an unimpressed grey cat, a rabbit in a bow tie and a tortoise. A small dog sits on the floor, looking up at the one empty frame, labelled Yours.'
export const heroAltNarrow =
  'Framed pet portraits on a green wall: an unimpressed grey cat and a spaniel. A small dog looks up at an empty frame labelled Yours.'
export const photoFirstTitle = 'The photo comes first. Everything else stands back.'
export const photosTitle = 'Hung properly'
export const photosText = 'Full-size photos, careful crops, and a name plate under every pet.'
export const photosPictureAlt = 'Portrait of a grey cat with half-closed eyes and a red collar'
export const plateName = 'Duchess'
export const framesTitle = 'Every pet gets a frame'
export const framesText = 'Choose a colour. The ears match the animal.'
export const framesPictureAlt =
  'Six frames that wear the ears of a horse, a hamster, a fish, a rabbit, a lizard and a dog'
export const locationTitle = 'Your address stays yours'
export const locationText = 'We strip location from every photo.'
export const locationPictureAlt = 'Portrait of a yellow and green parakeet'
export const rules = 'Rules'
export const transparency = 'Transparency'
export const safety = 'Safety'
export const privacy = 'Privacy'
export const footerJoke = 'Tested on dachshunds.'
