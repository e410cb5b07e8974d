/** Captions. `{pet}` is the animal's name, and `{where}` describes the scene. */
export const captionTexts: readonly string[] = [
  'Kept still for a whole second. We are calling it training.',
  '{pet}, {where}. No notes.',
  'The light lasted four minutes. {pet} lasted three.',
  'Asked for a smile, got this. #portrait',
  'Day 41 of pretending not to know what "bath" means.',
  '{pet} would like it known that this was {pet}’s idea.',
  'Breakfast was late. This is the face of breakfast being late.',
  'Found a good spot {where} and refused to leave it. #goodspot',
  'There are eleven more of these and they are all worse.',
  'One ear up is as formal as it gets.',
  '{pet} on guard. Nothing got past. Nothing tried.',
  'Sunday. Nowhere to be and on time for it. #sunday',
  'I moved the chair ten centimetres and lost the sitter’s trust.',
  'New collar, old attitude.',
  'We walked six kilometres and {pet} walked nine.',
  'Waiting for the neighbour’s cat to make the first mistake.',
  'This is what I come home to. #home',
  'The vet said "healthy". {pet} said nothing, loudly.',
  'Trying out a new backdrop. The model was paid in cucumber.',
  'Rain later. {pet} had heard.',
  'Good morning from {pet}, who has been up since five.',
  'Nobody told {pet} it is a weekday.',
  'Caught thinking. #portrait',
  'If you listen closely you can hear the sigh.',
  'A year ago {pet} hid from the camera. Progress.',
  'The throw was meant for the guests. There are no guests now.',
  '{pet} has read the terms and does not accept them.',
  'Practising for the family portrait. #portrait',
  'Small walk, big opinions.',
  'Golden hour, or as {pet} calls it, dinner minus one.',
  'No.',
  'Mine.',
  'Still here.',
  'Monday.',
  'Five more minutes.',
  'The whole story: I put the bag down for one second, {pet} was {where} for two, and the rest of the afternoon ' +
    'was spent looking for the other sandal. It has not been found. {pet} is not helping with the search.',
  'We moved last week, and {pet} has inspected every room, rejected two, and settled {where}, where nothing has ' +
    'been unpacked. I have decided that this is the bedroom now.',
  'Somebody asked how long it takes to get a picture like this. Eleven months of sitting on the floor, and then ' +
    'one second in which nothing barked outside. #portrait',
]

/** Comments by other users. Some contain the animal's name. */
export const commentTexts: readonly string[] = [
  'The art direction. The commitment.',
  'That is a professional.',
  'Frame this one.',
  'She looks like she is about to ask for the manager.',
  'I would like to speak to {pet}’s agent.',
  'The ears. The ears!',
  'Ours saw this and has asked for the same treatment.',
  'How did you get that to sit still?',
  'A very serious face for somebody that soft.',
  'Printed, hung, done.',
  'Give {pet} a scratch behind the left one from us.',
  'Longer than ours managed.',
  'Is that the same spot as last week?',
  'This made my Tuesday.',
  'Asking for a friend: where is this?',
  'Look at that posture.',
  'I can hear this picture.',
  'The one on the right is planning something.',
  'We miss you both. Come by.',
  'What a coat.',
]

/** Replies by a post's author to the comments in `commentTexts`. */
export const authorReplies: readonly string[] = [
  'Cheese. The answer is always cheese.',
  'Told {pet}. No reaction.',
  'Thank you. {pet} says nothing, as usual.',
  'Same spot. {pet} has a system.',
  'Forty tries. This is number three.',
  'Anytime, we are always home at six.',
]

/** Replies by other users to the author's replies. */
export const visitorReplies: readonly string[] = [
  'That is also a choice.',
  'Ours managed four seconds, then ate the backdrop.',
  'Writing this down.',
  'Seven tries here, and a cushion less.',
  'Same time on Sunday?',
  'You say that every week.',
  'He is not wrong.',
  'Bring cheese.',
  'We would come for the cheese alone.',
  'Then it is settled.',
]

export const postPlaces: readonly string[] = [
  'Karura Forest',
  'Nyali Beach',
  'Westlands',
  'Ngong Hills',
  'Uhuru Park',
  'Kisumu',
  'Diani',
  'Limuru',
  'Naivasha',
  'Home',
]
