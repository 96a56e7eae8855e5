export class LearnView { enter(place) { place.textContent = 'learn'; } leave() {} }
