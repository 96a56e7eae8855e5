export class AnalyseView { enter(place) { place.textContent = 'analyse'; } leave() {} }
