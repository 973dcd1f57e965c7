import SheetModel
import TestSupport
import Testing

@testable import SheetPictures

/// The settings of image generators, under the same names for all programs.
@Suite struct GeneratorSettingsTests {
  private static func settings(_ texts: [String: String]) -> [String?] {
    let settings = GeneratorSettings(texts.mapValues { Array($0.utf8) })
    return GeneratorSetting.allCases.map { settings[$0] }
  }

  private static func setting(_ setting: GeneratorSetting, prompt: String) -> String? {
    GeneratorSettings(["prompt": Array(prompt.utf8)])[setting]
  }

  private static let expected = ["42", "a moon", "blurry", "20", "7.5", "euler", "m.safetensors"]

  @Test(
    "Every program's settings are found under the same names",
    arguments: [
      // AUTOMATIC1111, Forge, and Fooocus in the same format.
      [
        "parameters": """
        a moon
        Negative prompt: blurry
        Steps: 20, Sampler: euler, CFG scale: 7.5, Seed: 42, Size: 512x512, Model: m.safetensors
        """
      ],
      // Fooocus.
      [
        "parameters": #"""
        {"base_model": "m.safetensors", "full_prompt": ["a moon", "cinematic"], "guidance_scale": 7.5,
         "negative_prompt": "blurry", "prompt": "a moon", "sampler": "euler", "seed": "42", "steps": 20}
        """#
      ],
      // SwarmUI.
      [
        "parameters": #"""
        {"sui_image_params": {"prompt": "a moon", "negativeprompt": "blurry", "model": "m.safetensors",
         "seed": 42, "steps": 20, "cfgscale": 7.5, "sampler": "euler"}, "sui_extra_data": {}}
        """#
      ],
      // InvokeAI.
      [
        "invokeai_metadata": #"""
        {"positive_prompt": "a moon", "negative_prompt": "blurry", "seed": 42, "steps": 20,
         "cfg_scale": 7.5, "scheduler": "euler", "model": {"name": "m.safetensors", "base": "sd-1"}}
        """#
      ],
      [
        "sd-metadata": #"""
        {"model": "stable diffusion", "model_weights": "m.safetensors", "image": {"steps": 20, "seed": 42,
         "prompt": [{"prompt": "a moon", "weight": 1.0}], "negative_prompt": "blurry",
         "cfg_scale": 7.5, "sampler": "euler"}}
        """#
      ],
      [
        "sd-metadata": #"""
        {"model_weights": "m.safetensors", "image": {"steps": 20, "seed": 42, "sampler": "euler",
         "prompt": "a moon [blurry]", "cfg_scale": 7.5}}
        """#
      ],
      [
        "Dream": #"""
        "a moon [blurry]" -s 20 -S42 -W 512 -H 512 -C 7.5 -A euler --model=m.safetensors
        """#
      ],
      // Fooocus, older versions.
      [
        "parameters": #"""
        {"Prompt": "a moon", "Negative Prompt": "blurry", "Base Model": "m.safetensors", "Steps": 20,
         "Guidance Scale": 7.5, "Sampler": "euler", "Seed": 42}
        """#
      ],
      // A line of settings from Civitai, and `Negative Prompt` with two capitals.
      [
        "parameters": #"""
        a moon
        Negative Prompt: blurry
        Steps: 20, Sampler: euler, CFG scale: 7.5, Seed: 42, Civitai resources: [{"type":"lora","modelName":"l"},{"type":"checkpoint","modelVersionId":2,"modelName":"m.safetensors"}]
        """#
      ],
      // SwarmUI with a sampler of ComfyUI.
      [
        "parameters": #"""
        {"sui_image_params": {"prompt": "a moon", "negativeprompt": "blurry", "model": "m.safetensors",
         "seed": 42, "steps": 20, "cfgscale": 7.5, "comfyuisampler": "euler"}}
        """#
      ],
      // RuinedFooocus and Fooocus-MRE.
      [
        "parameters": #"""
        {"Prompt": "a moon", "Negative": "blurry", "steps": 20, "cfg": 7.5, "seed": 42,
         "sampler_name": "euler", "scheduler": "karras", "base_model_name": "m.safetensors"}
        """#
      ],
      [
        "Comment": #"""
        {"prompt": "a moon", "negative_prompt": "blurry", "sampler": "euler", "scheduler": "karras",
         "steps": 20, "seed": 42, "cfg": 7.5, "base_model": "m.safetensors"}
        """#
      ],
      // ComfyUI nodes without a keyword of their own, and the same nodes as a string in an object.
      ["parameters": basic],
      ["parameters": quoted],
      // NovelAI, in a WebP.
      [
        "Comment": #"""
        {"Software": "NovelAI", "Source": "m.safetensors", "Description": "a moon", "Comment":
         "{\"steps\": 20, \"sampler\": \"euler\", \"seed\": 42, \"scale\": 7.5, \"uc\": \"blurry\"}"}
        """#
      ],
      // NovelAI.
      [
        "Software": "NovelAI", "Source": "m.safetensors", "Title": "AI generated image",
        "Description": "a moon",
        "Comment": #"""
        {"steps": 20, "sampler": "euler", "seed": 42, "scale": 7.5, "uc": "blurry"}
        """#,
      ],
      [
        "Software": "NovelAI", "Source": "m.safetensors",
        "Comment": #"""
        {"prompt": "a moon", "steps": 20, "sampler": "euler", "seed": 42, "scale": 7.5,
         "v4_negative_prompt": {"caption": {"base_caption": "blurry", "char_captions": []}}}
        """#,
      ],
      // InvokeAI, versions 2.3 and 3 with nodes.
      [
        "invokeai": #"""
        {"session_id": "s", "node": {"type": "txt2img", "prompt": "a moon", "negative_prompt": "blurry",
         "seed": 42, "steps": 20, "cfg_scale": 7.5, "scheduler": "euler", "model": "m.safetensors"}}
        """#
      ],
      [
        "invokeai_metadata": #"""
        {"session_id": "s", "node": {"prompt": "a moon", "negative_prompt": "blurry", "seed": 42,
         "steps": 20, "cfg_scale": 7.5, "scheduler": "euler", "model": {"model_name": "m.safetensors"}}}
        """#
      ],
      [
        "invokeai_metadata": #"""
        {"core_metadata": {"positive_prompt": "a moon", "negative_prompt": "blurry", "seed": 42,
         "steps": 20, "cfg_scale": 7.5, "scheduler": "euler", "model": {"name": "m.safetensors"}}}
        """#
      ],
      // Easy Diffusion.
      [
        "prompt": "a moon", "negative_prompt": "blurry", "seed": "42", "num_inference_steps": "20",
        "guidance_scale": "7.5", "sampler_name": "euler",
        "use_stable_diffusion_model": "m.safetensors",
      ],
      [
        "Prompt": "a moon", "Negative Prompt": "blurry", "Seed": "42", "Steps": "20",
        "Guidance Scale": "7.5", "Sampler": "euler", "Stable Diffusion model": "m.safetensors",
      ],
      [
        "parameters": #"""
        {"prompt": "a moon", "negative_prompt": "blurry", "seed": 42, "num_inference_steps": 20,
         "guidance_scale": 7.5, "sampler_name": "euler", "use_stable_diffusion_model": "m.safetensors"}
        """#
      ],
      // Mochi Diffusion.
      [
        "Description": """
        Include in Image: a moon; Exclude from Image: blurry; Model: m.safetensors; Steps: 20; \
        Guidance Scale: 7.5; Seed: 42; Scheduler: euler; Size: 1x1; Generator: Mochi Diffusion 4.0
        """
      ],
      // tensor.art, and the names of diffusers.
      [
        "generation_data": #"""
        {"prompt": "a moon", "negativePrompt": "blurry", "seed": "42", "steps": 20, "cfgScale": 7.5,
         "samplerName": "euler", "baseModel": {"modelFileName": "m.safetensors"}}
        """#
      ],
      [
        "metadata": #"""
        {"prompt": "a moon", "negative_prompt": "blurry", "seed": 42, "num_inference_steps": 20,
         "guidance_scale": 7.5, "scheduler": "euler", "model": "m.safetensors"}
        """#
      ],
      // ComfyUI.
      ["prompt": basic],
    ] as [[String: String]])
  func programs(texts: [String: String]) {
    #expect(Self.settings(texts) == Self.expected)
    for other in [["other": "a moon"], ["parameters": "Model: Ada, Sampler: none"]] {
      #expect(Self.settings(other) == Array(repeating: nil, count: 7))
    }
  }

  private static let basic = #"""
    {"3": {"inputs": {"seed": 42, "steps": 20, "cfg": 7.5, "sampler_name": "euler", "scheduler": "normal",
      "denoise": 1, "model": ["4", 0], "positive": ["6", 0], "negative": ["7", 0],
      "latent_image": ["5", 0]}, "class_type": "KSampler"},
     "4": {"inputs": {"ckpt_name": "m.safetensors"}, "class_type": "CheckpointLoaderSimple"},
     "5": {"inputs": {"width": 512, "height": 512}, "class_type": "EmptyLatentImage"},
     "6": {"inputs": {"text": "a moon", "clip": ["4", 1]}, "class_type": "CLIPTextEncode"},
     "7": {"inputs": {"text": "blurry", "clip": ["4", 1]}, "class_type": "CLIPTextEncode"},
     "8": {"inputs": {"samples": ["3", 0], "vae": ["4", 2]}, "class_type": "VAEDecode"},
     "9": {"inputs": {"filename_prefix": "x", "images": ["8", 0]}, "class_type": "SaveImage"}}
    """#

  /// The basic graph as a string in an object.
  private static let quoted: String = {
    let text = basic.replacing("\"", with: #"\""#).replacing("\n", with: " ")
    return #"{"prompt": "\#(text)", "workflow": "{}"}"#
  }()

  /// The basic graph with some nodes changed.
  private static func graph(_ changes: KeyValuePairs<String, String>) -> String {
    var nodes: [(String, String)] = [
      ("4", #"{"inputs": {"ckpt_name": "m.safetensors"}, "class_type": "CheckpointLoaderSimple"}"#),
      ("6", #"{"inputs": {"text": "a moon", "clip": ["4", 1]}, "class_type": "CLIPTextEncode"}"#),
      ("7", #"{"inputs": {"text": "blurry", "clip": ["4", 1]}, "class_type": "CLIPTextEncode"}"#),
      (
        "3",
        #"""
        {"inputs": {"seed": 42, "steps": 20, "cfg": 7.5, "sampler_name": "euler", "model": ["4", 0],
         "positive": ["6", 0], "negative": ["7", 0], "latent_image": ["5", 0]}, "class_type": "KSampler"}
        """#
      ),
      ("8", #"{"inputs": {"samples": ["3", 0]}, "class_type": "VAEDecode"}"#),
      ("9", #"{"inputs": {"images": ["8", 0]}, "class_type": "SaveImage"}"#),
    ]
    for (id, node) in changes {
      nodes.removeAll { $0.0 == id }
      nodes.append((id, node))
    }
    return "{" + nodes.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}"
  }

  private static func sampler(_ inputs: String) -> String {
    #"{"inputs": {"sampler_name": "euler", "latent_image": ["5", 0], \#(inputs)}, "class_type": "KSampler"}"#
  }

  @Test(
    "Prompts and values are traced through intermediate nodes",
    arguments: [
      // Reroutes, and numbers from other nodes.
      [
        "3": sampler(
          #""seed": ["20", 0], "steps": ["22", 0], "cfg": ["23", 0], "model": ["24", 0], "positive": ["25", 0], "negative": ["7", 0]"#
        ),
        "20": #"{"inputs": {"": ["21", 0]}, "class_type": "Reroute"}"#,
        "21": #"{"inputs": {"seed": 42}, "class_type": "Seed (rgthree)"}"#,
        "22": #"{"inputs": {"value": 20}, "class_type": "PrimitiveInt"}"#,
        "23": #"{"inputs": {"Number": 7.5}, "class_type": "Float"}"#,
        "24":
          #"{"inputs": {"lora_name": "l.safetensors", "strength_model": 1, "model": ["4", 0], "clip": ["4", 1]}, "class_type": "LoraLoader"}"#,
        "25": #"{"inputs": {"": ["6", 0]}, "class_type": "Reroute"}"#,
      ],
      // Conditionings modified along the way, and prompts in separate nodes.
      [
        "3": sampler(
          #""seed": 42, "steps": 20, "cfg": 7.5, "model": ["4", 0], "positive": ["20", 0], "negative": ["20", 1]"#
        ),
        "20":
          #"{"inputs": {"strength": 0.8, "positive": ["21", 0], "negative": ["7", 0], "control_net": ["22", 0], "image": ["23", 0]}, "class_type": "ControlNetApplyAdvanced"}"#,
        "21":
          #"{"inputs": {"guidance": 3.5, "conditioning": ["6", 0]}, "class_type": "FluxGuidance"}"#,
        "6": #"{"inputs": {"text": ["24", 0], "clip": ["4", 1]}, "class_type": "CLIPTextEncode"}"#,
        "24": #"{"inputs": {"string": "a moon"}, "class_type": "String Literal"}"#,
      ],
      // A sampler assembled from parts.
      [
        "3":
          #"{"inputs": {"noise": ["20", 0], "guider": ["21", 0], "sampler": ["22", 0], "sigmas": ["23", 0], "latent_image": ["5", 0]}, "class_type": "SamplerCustomAdvanced"}"#,
        "20": #"{"inputs": {"noise_seed": 42}, "class_type": "RandomNoise"}"#,
        "21":
          #"{"inputs": {"cfg": 7.5, "model": ["25", 0], "positive": ["6", 0], "negative": ["7", 0]}, "class_type": "CFGGuider"}"#,
        "22": #"{"inputs": {"sampler_name": "euler"}, "class_type": "KSamplerSelect"}"#,
        "23":
          #"{"inputs": {"scheduler": "simple", "steps": 20, "denoise": 1, "model": ["25", 0]}, "class_type": "BasicScheduler"}"#,
        "25":
          #"{"inputs": {"unet_name": "m.safetensors", "weight_dtype": "default"}, "class_type": "UNETLoader"}"#,
      ],
      // A loader that contains the prompts.
      [
        "3":
          #"{"inputs": {"seed": 42, "steps": 20, "cfg": 7.5, "sampler_name": "euler", "model": ["20", 0], "positive": ["20", 1], "negative": ["20", 2], "latent_image": ["20", 3]}, "class_type": "KSampler (Efficient)"}"#,
        "20":
          #"{"inputs": {"ckpt_name": "m.safetensors", "vae_name": "Baked VAE", "lora_name": "None", "positive": "a moon", "negative": "blurry"}, "class_type": "Efficient Loader"}"#,
      ],
      // A second sampler that refines the picture, and one beside it.
      [
        "8": #"{"inputs": {"samples": ["30", 0]}, "class_type": "VAEDecode"}"#,
        "30":
          #"{"inputs": {"seed": 7, "steps": 5, "cfg": 1, "sampler_name": "ddim", "model": ["4", 0], "positive": ["31", 0], "negative": ["31", 0], "latent_image": ["32", 0]}, "class_type": "KSampler"}"#,
        "31": #"{"inputs": {"text": "sharp"}, "class_type": "CLIPTextEncode"}"#,
        "32": #"{"inputs": {"samples": ["3", 0], "width": 1024}, "class_type": "LatentUpscale"}"#,
        "40":
          #"{"inputs": {"seed": 8, "steps": 5, "positive": ["31", 0], "latent_image": ["32", 0]}, "class_type": "KSampler"}"#,
        "41": #"{"inputs": {"images": ["40", 0]}, "class_type": "PreviewImage"}"#,
      ],
      // The same text for two encoders.
      [
        "6":
          #"{"inputs": {"width": 1024, "text_g": "a moon", "text_l": "a moon", "clip": ["4", 1]}, "class_type": "CLIPTextEncodeSDXL"}"#
      ],
    ] as [KeyValuePairs<String, String>])
  func links(changes: KeyValuePairs<String, String>) {
    #expect(Self.settings(["prompt": Self.graph(changes)]) == Self.expected)
  }

  @Test("Combined prompts become a list, and a zeroed-out conditioning gives no prompt")
  func joined() {
    let graph = Self.graph([
      "6":
        #"{"inputs": {"conditioning_1": ["20", 0], "conditioning_2": ["21", 0]}, "class_type": "ConditioningCombine"}"#,
      "20": #"{"inputs": {"text": "a moon"}, "class_type": "CLIPTextEncode"}"#,
      "21": #"{"inputs": {"text": "the sea"}, "class_type": "CLIPTextEncode"}"#,
      "7": #"{"inputs": {"conditioning": ["20", 0]}, "class_type": "ConditioningZeroOut"}"#,
    ])
    #expect(Self.setting(.prompt, prompt: graph) == "a moon, the sea")
    #expect(Self.setting(.negative, prompt: graph) == nil)
    let guided = Self.graph([
      "3":
        #"{"inputs": {"noise": ["20", 0], "guider": ["21", 0], "sigmas": ["23", 0]}, "class_type": "SamplerCustomAdvanced"}"#,
      "20": #"{"inputs": {"noise_seed": 18446744073709551615}, "class_type": "RandomNoise"}"#,
      "21":
        #"{"inputs": {"model": ["4", 0], "conditioning": ["6", 0]}, "class_type": "BasicGuider"}"#,
    ])
    #expect(Self.setting(.prompt, prompt: guided) == "a moon")
    #expect(Self.setting(.negative, prompt: guided) == nil)
    #expect(Self.setting(.seed, prompt: guided) == "18446744073709551615")
    #expect(Self.setting(.steps, prompt: guided) == nil)
  }

  @Test("A workflow without a prompt gives the same settings, through reroutes and primitives")
  func workflow() {
    let nodes = #"""
      [{"id": 3, "type": "KSampler", "mode": 0, "inputs": [{"name": "model", "link": 1},
         {"name": "positive", "link": 2}, {"name": "negative", "link": 4},
         {"name": "seed", "link": 5, "widget": {"name": "seed"}},
         {"name": "steps", "link": null, "widget": {"name": "steps"}},
         {"name": "cfg", "link": null, "widget": {"name": "cfg"}},
         {"name": "sampler_name", "link": null, "widget": {"name": "sampler_name"}}],
        "widgets_values": [1, "randomize", 20, 7.5, "euler"]},
       {"id": 4, "type": "CheckpointLoaderSimple", "inputs": [], "widgets_values": ["m.safetensors"]},
       {"id": 6, "type": "CLIPTextEncode", "inputs": [{"name": "clip", "link": 7}], "widgets_values": ["a moon"]},
       {"id": 7, "type": "CLIPTextEncode", "inputs": [{"name": "clip", "link": 7}], "widgets_values": ["blurry"]},
       {"id": 10, "type": "Reroute", "inputs": [{"name": "", "link": 3}], "widgets_values": []},
       {"id": 11, "type": "PrimitiveNode", "inputs": [], "widgets_values": [42, "fixed"]},
       {"id": 9, "type": "SaveImage", "inputs": [{"name": "images", "link": 6}]}]
      """#
    let links = """
      [[1, 4, 0, 3, 0, "MODEL"], [2, 10, 0, 3, 1, "*"], [3, 6, 0, 10, 0, "*"], [4, 7, 0, 3, 2, "C"],
       [5, 11, 0, 3, 4, "INT"], [6, 3, 0, 9, 0, "IMAGE"], [7, 4, 1, 6, 0, "CLIP"]]
      """
    let workflow = #"{"nodes": \#(nodes), "links": \#(links), "version": 0.4}"#
    #expect(Self.settings(["workflow": workflow]) == Self.expected)
    let other = Self.basic.replacing("42", with: "43")
    #expect(Self.settings(["workflow": workflow, "prompt": other]).first == "43")
  }

  /// A sampler with its nodes, in a subgraph whose input is the prompt; `instance` is the node that
  /// stands for the subgraph.
  private static func nested(
    _ instance: String, nodes: String = "", links: String = "", subgraphs: String = ""
  ) -> String {
    let inner = #"""
      [{"id": 3, "type": "KSampler", "inputs": [{"name": "model", "link": 1},
         {"name": "positive", "link": 2}, {"name": "negative", "link": 4}],
        "widgets_values": [42, "fixed", 20, 7.5, "euler", "normal", 1]},
       {"id": 4, "type": "CheckpointLoaderSimple", "widgets_values": ["m.safetensors"]},
       {"id": 6, "type": "CLIPTextEncode", "widgets_values": ["inner"], "inputs":
         [{"name": "text", "link": 9, "widget": {"name": "text"}}]},
       {"id": 7, "type": "CLIPTextEncode", "widgets_values": ["blurry"]}]
      """#
    func link(_ id: Int, _ from: Int, _ to: Int) -> String {
      """
      {"id": \(id), "origin_id": \(from), "origin_slot": 0, "target_id": \(to), "target_slot": 0}
      """
    }
    let all = [
      link(1, 4, 3), link(2, 6, 3), link(4, 7, 3), link(9, -10, 6), link(10, 3, -20),
    ].joined(separator: ", ")
    return """
      {"nodes": [\(instance), {"id": 9, "type": "SaveImage", "inputs": [{"name": "images", "link": 1}]}
       \(nodes)], "links": [[1, 100, 0, 9, 0, "IMAGE"]\(links)], "definitions": {"subgraphs": [
       {"id": "u", "inputs": [{"name": "text"}], "nodes": \(inner), "links": [\(all)]}\(subgraphs)]}}
      """
  }

  @Test("Nodes in subgraphs are read, with the values that are passed into the subgraphs")
  func subgraphs() {
    let input = #"[{"name": "text", "link": null, "widget": {"name": "text"}}]"#
    // A value of the node that stands for the subgraph, a link to it, and no value.
    let valued = #"{"id": 100, "type": "u", "inputs": \#(input), "widgets_values": ["a moon"]}"#
    #expect(Self.settings(["workflow": Self.nested(valued)]) == Self.expected)
    let linked = #"{"id": 100, "type": "u", "inputs": [{"name": "text", "link": 5}]}"#
    let primitive = #", {"id": 11, "type": "PrimitiveNode", "widgets_values": ["a moon"]}"#
    let workflow = Self.nested(linked, nodes: primitive, links: #", [5, 11, 0, 100, 0, "S"]"#)
    #expect(Self.settings(["workflow": workflow]) == Self.expected)
    let alone = Self.settings(["workflow": Self.nested(#"{"id": 100, "type": "u"}"#)])
    #expect(alone[1] == "inner" && alone[0] == "42")
    // The text of another node of the workflow has the same number as one in the subgraph.
    let other = Self.nested(
      valued, nodes: #", {"id": 6, "type": "CLIPTextEncode", "widgets_values": ["other"]}"#)
    #expect(Self.settings(["workflow": other]) == Self.expected)
    // A subgraph in a subgraph.
    let outer = #"""
      , {"id": "v", "inputs": [{"name": "t"}], "nodes": [{"id": 100, "type": "u", "inputs":
        [{"name": "text", "link": 1}]}], "links": [{"id": 1, "origin_id": -10, "origin_slot": 0,
        "target_id": 100, "target_slot": 0}, {"id": 2, "origin_id": 100, "origin_slot": 0,
        "target_id": -20, "target_slot": 0}]}
      """#
    let deep = Self.nested(
      #"{"id": 100, "type": "v", "inputs": [{"name": "t", "widget": {"name": "t"}}], "widgets_values": ["a moon"]}"#,
      subgraphs: outer)
    #expect(Self.settings(["workflow": deep]) == Self.expected)
    // The node is bypassed, or its subgraph has no definition.
    for mode in [2, 4] {
      let bypassed = Self.nested(#"{"id": 100, "type": "u", "mode": \#(mode)}"#)
      #expect(Self.settings(["workflow": bypassed]) == Array(repeating: nil, count: 7))
    }
    let missing = Self.nested(#"{"id": 100, "type": "w"}"#)
    #expect(Self.settings(["workflow": missing]) == Array(repeating: nil, count: 7))
  }

  @Test("However often a subgraph is used, few bytes of nodes are added and read")
  func repeatedSubgraphs() throws {
    let start = ContinuousClock.now
    let inputs = Array(repeating: #"{"name": "a", "link": 1}"#, count: 5_000)
    let instances = (0..<5_000).map { #"{"id": \#($0), "type": "u"}"# }
    for kind in ["v", "KSampler"] {
      let node = #"{"id": 1, "type": "\#(kind)", "inputs": [\#(inputs.joined(separator: ","))]}"#
      let workflow = JSONText(
        Array(
          """
          {"nodes": [{"id": 9999, "type": "w"}, \(instances.joined(separator: ","))], "links": [],
           "definitions": {"subgraphs": [{"id": "u", "nodes": [\(node)], "links": []},
           {"id": "v", "nodes": [], "links": []}]}}
          """.utf8))
      let added = FlatWorkflow(workflow).nodes.reduce(0) { $0 + $1.json.count }
      #expect(added <= 2 * workflow.count + 1 << 20)
      let graph = try #require(NodeGraph(workflow: workflow))
      #expect(graph.ids.contains("9999") && graph.length <= workflow.count)
    }
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test("If a subgraph has many inputs and values, an input gets the first value with its name")
  func manyInputs() {
    let start = ContinuousClock.now
    let values = (0..<15_000).map { #""a\#($0)": 1"# } + [#""text": "a moon", "text": "other""#]
    let whole =
      #"{"id": 100, "type": "u", "widgets_values": {\#(values.joined(separator: ","))}}"#
    let names = ["text"] + (0..<15_000).map { "b\($0)" }
    let inputs = names.map { #"{"name": "\#($0)"}"# }.joined(separator: ",")
    let workflow = Self.nested(whole).replacing(
      #""inputs": [{"name": "text"}], "nodes""#, with: #""inputs": [\#(inputs)], "nodes""#)
    #expect(Self.settings(["workflow": workflow]) == Self.expected)
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test("The ids of nodes in subgraphs are short")
  func longIDs() {
    let long = String(repeating: "1", count: 100_000)
    let nodes = (0..<1_000).map { #"{"id": \#($0), "type": "x"}"# }.joined(separator: ",")
    let flat = FlatWorkflow(
      JSONText(
        Array(
          """
          {"nodes": [{"id": \(long), "type": "u"}, {"id": 7, "type": "u"}], "links": [],
           "definitions": {"subgraphs": [{"id": "u", "nodes": [\(nodes)], "links": []}]}}
          """.utf8)))
    #expect(flat.nodes.count == 1_000)
    #expect(flat.nodes.allSatisfy { $0.id.hasPrefix("7:") && $0.id.utf8.count < 10 })
  }

  @Test("Subgraphs that contain themselves, or each other many times, are read in limited time")
  func endlessSubgraphs() {
    let own = #"{"id": 100, "type": "u"}"#
    let loop = #", {"id": "u2", "nodes": [{"id": 100, "type": "u2"}], "links": []}"#
    _ = Self.settings([
      "workflow": Self.nested(own, nodes: #", {"id": 5, "type": "u2"}"#, subgraphs: loop)
    ])
    let many = (0..<8).map { level in
      let nodes = (0..<60).map { #"{"id": \#($0), "type": "s\#(level + 1)"}"# }
      return #", {"id": "s\#(level)", "nodes": [\#(nodes.joined(separator: ","))], "links": []}"#
    }
    let nested = Self.nested(own, nodes: #", {"id": 5, "type": "s0"}"#, subgraphs: many.joined())
    #expect(Self.settings(["workflow": nested])[0] == "42")
    for damaged in Array(Self.nested(own).utf8).truncations {
      #expect([nil, "4", "42"].contains(GeneratorSettings(["workflow": damaged.bytes])[.seed]))
    }
  }

  @Test(
    "Text that merely resembles settings gives no settings",
    arguments: [
      ["prompt": "a moon"], ["seed": "42"], ["prompt": "a moon", "seed": "42"],
      ["seed": "a", "num_inference_steps": "20"], ["seed": "42", "num_inference_steps": "few"],
      ["Seed": "poppy", "Steps": "mix, bake", "Prompt": "bread"], ["Seed": "42", "steps": "20"],
      ["Description": "Include in Image: a moon; Steps: 20; Seed: 42"],
      ["Description": "Steps: 20; Generator: Mochi"],
      ["Description": "; Generator: Mochi Diffusion"],
      ["metadata": #"{"seed": 42, "prompt": "a moon"}"#], ["metadata": "a moon"],
      ["generation_data": #"{"seed": 42}"#], ["invokeai": #"{"node": "a moon"}"#],
      ["invokeai_metadata": #"{"core_metadata": {}}"#], ["invokeai": "{}"],
    ] as [[String: String]])
  func resemblances(texts: [String: String]) {
    #expect(Self.settings(texts) == Array(repeating: nil, count: 7))
    let long = texts.mapValues {
      String(repeating: $0 + "; ", count: 1_000_000 / ($0.utf8.count + 2))
    }
    _ = Self.settings(long)
  }

  @Test("A prompt of Mochi Diffusion may contain semicolons and colons")
  func semicolons() {
    let text = "Include in Image: a; b: c; Steps; Exclude from Image: ; Seed: 42; Seed: 7"
    let settings = Self.settings(["Description": text + "; Generator: Mochi Diffusion 4.0"])
    #expect(settings == ["7", "a; b: c; Steps", nil, nil, nil, nil, nil])
  }

  @Test("If a node has several unnamed values, none of them is used")
  func unnamedValues() {
    let nodes = """
      [{"id": 3, "type": "KSampler", "inputs": [{"name": "positive", "link": 1},
         {"name": "seed", "link": 2, "widget": {"name": "seed"}},
         {"name": "steps", "link": 3, "widget": {"name": "steps"}}],
        "widgets_values": [1, "fixed", 9, 7.5, "euler", "normal", 1]},
       {"id": 6, "type": "CLIPTextEncode", "widgets_values": ["a moon"]},
       {"id": 30, "type": "Parameters", "widgets_values": [42, 20, "x"]}]
      """
    let workflow =
      #"{"nodes": \#(nodes), "links": [[1, 6, 0, 3, 0], [2, 30, 0, 3, 1], [3, 30, 1, 3, 2]]}"#
    #expect(
      Self.settings(["workflow": workflow]) == [nil, "a moon", nil, nil, "7.5", "euler", nil])
  }

  @Test("For a model without negative prompts, the guidance value is used as the CFG scale")
  func guidance() {
    for (encoder, guidance) in [
      (#""text": "a moon""#, #", "guidance": 3.5"#), (#""clip_l": "a moon", "guidance": 3.5"#, ""),
    ] {
      let graph = Self.graph([
        "3":
          #"{"inputs": {"noise": ["20", 0], "guider": ["21", 0], "sigmas": ["26", 0]}, "class_type": "SamplerCustomAdvanced"}"#,
        "20": #"{"inputs": {"noise_seed": 42}, "class_type": "RandomNoise"}"#,
        "21":
          #"{"inputs": {"model": ["4", 0], "conditioning": ["22", 0]}, "class_type": "BasicGuider"}"#,
        "22": #"{"inputs": {"": ["23", 0]}, "class_type": "Reroute"}"#,
        "23":
          #"{"inputs": {"conditioning": ["24", 0]\#(guidance)}, "class_type": "FluxGuidance"}"#,
        "24": #"{"inputs": {\#(encoder)}, "class_type": "CLIPTextEncodeFlux"}"#,
        "26": #"{"inputs": {"": ["27", 0]}, "class_type": "Reroute"}"#,
        "27": #"{"inputs": {"steps": 20}, "class_type": "BasicScheduler"}"#,
      ])
      #expect(Self.setting(.cfg, prompt: graph) == "3.5")
      #expect(Self.setting(.prompt, prompt: graph) == "a moon")
      #expect(Self.setting(.steps, prompt: graph) == "20")
    }
    let flux = #"{"positive_prompt": "a moon", "seed": 42, "guidance": 4}"#
    #expect(Self.settings(["invokeai_metadata": flux])[4] == "4")
  }

  @Test(
    "The seed in a linked node is found beside text and other numbers",
    arguments: [
      #""seed_num": 42, "mode": "fixed""#, #""mode": "fixed", "any": 42"#,
      #""min": 0, "random_seed": 42, "max": 100"#,
    ])
  func linkedNumbers(inputs: String) {
    let graph = Self.graph([
      "3": Self.sampler(#""seed": ["20", 0], "steps": 20"#),
      "20": #"{"inputs": {\#(inputs)}, "class_type": "SeedGenerator"}"#,
    ])
    #expect(Self.setting(.seed, prompt: graph) == "42")
  }

  @Test(
    "If a node has several values, each setting takes its own value and no other",
    arguments: [
      (
        #""seed": 7, "step": 20, "cfg_value": 7.5, "sampler": "euler""#,
        ["7", "20", "7.5", "euler"]
      ),
      (
        #""seed": 7, "steps_total": 20, "refiner_step": 15, "cfg": 7.5, "sampler_name": "euler""#,
        ["7", "20", "7.5", "euler"]
      ),
      // A context, whose sampler is another node.
      (#""seed": 7, "base_ctx": ["31", 0], "sampler": ["32", 0]"#, ["7", "30", "8", "ddim"]),
      (#""Seed": 7, "num_steps": 20, "guidance": 3.5, "width": 8"#, ["7", "20", "3.5", nil]),
      (#""seed": 7, "sampler": 42"#, ["7", nil, nil, nil]),
      (#""mode": "fixed", "any": ["33", 0]"#, ["42", "42", "42", nil]),
      // A calculation whose result is not in the graph.
      (#""a": ["33", 0], "b": 0, "operation": "add""#, [nil, nil, nil, nil]),
      (#""a": 40, "b": 2"#, [nil, nil, nil, nil]),
    ] as [(String, [String?])])
  func severalValues(inputs: String, expected: [String?]) {
    let graph = Self.graph([
      "3":
        #"{"inputs": {"seed": ["30", 0], "steps": ["30", 1], "cfg": ["30", 2], "sampler_name": ["30", 3], "positive": ["6", 0]}, "class_type": "KSampler"}"#,
      "30": #"{"inputs": {\#(inputs)}, "class_type": "Anything"}"#,
      "31": #"{"inputs": {"seed": 9, "steps": 30, "cfg": 8}, "class_type": "Context"}"#,
      "32": #"{"inputs": {"sampler_name": "ddim"}, "class_type": "KSamplerSelect"}"#,
      "33": #"{"inputs": {"value": 42}, "class_type": "PrimitiveInt"}"#,
    ])
    let found = [GeneratorSetting.seed, .steps, .cfg, .sampler]
      .map { Self.setting($0, prompt: graph) }
    #expect(found == expected)
  }

  @Test(
    "A switch passes on the input that it is set to",
    arguments: [
      ("ImpactSwitch", #""select": 2, "input1": ["20", 0], "input2": ["21", 0]"#, "b"),
      ("ImpactSwitch", #""select": ["30", 0], "input1": ["20", 0], "input2": ["21", 0]"#, "b"),
      ("Any Switch (rgthree)", #""any_01": ["20", 0], "any_02": ["21", 0]"#, "a"),
      ("Any Switch (rgthree)", #""any_02": ["21", 0], "any_05": ["20", 0]"#, "b"),
      ("ComfySwitchNode", #""switch": true, "on_false": ["20", 0], "on_true": ["21", 0]"#, "b"),
      (
        "ComfySwitchNode", #""switch": ["31", 0], "on_false": ["20", 0], "on_true": ["21", 0]"#, "a"
      ),
      ("Switch any", #""boolean": false, "on_true": ["20", 0], "on_false": ["21", 0]"#, "b"),
      ("easy anythingIndexSwitch", #""index": 1, "value0": ["20", 0], "value1": ["21", 0]"#, "b"),
      (
        "ImpactConditionalBranch", #""cond": true, "tt_value": ["20", 0], "ff_value": ["21", 0]"#,
        "a"
      ),
      ("IfExecute", #""ANY": ["31", 0], "IF_TRUE": ["20", 0], "IF_FALSE": ["21", 0]"#, "b"),
      ("TextSwitch", #""which": 2, "text1": ["20", 0], "text2": ["21", 0]"#, "b"),
      // Switches set by something that is not in the graph, or set to an input that is missing.
      (
        "ComfySwitchNode", #""switch": ["99", 0], "on_false": ["20", 0], "on_true": ["21", 0]"#, nil
      ),
      ("ImpactSwitch", #""select": 7, "input1": ["20", 0], "input2": ["21", 0]"#, nil),
      ("ImpactSwitch", #""select": 1, "input2": ["20", 0], "input3": ["21", 0]"#, nil),
      ("Text Input Switch", #""boolean_number": 0, "text_a": ["20", 0], "text_b": ["21", 0]"#, "b"),
      // Switches that form a cycle.
      ("ImpactSwitch", #""select": 1, "input1": ["6", 0], "input2": ["21", 0]"#, nil),
      ("ImpactSwitch", #""select": ["6", 0], "input1": ["20", 0], "input2": ["21", 0]"#, nil),
    ] as [(String, String, String?)])
  func switches(kind: String, inputs: String, expected: String?) {
    let nodes: KeyValuePairs = [
      "6": #"{"inputs": {\#(inputs)}, "class_type": "\#(kind)"}"#,
      "20": #"{"inputs": {"text": "a"}, "class_type": "CLIPTextEncode"}"#,
      "21": #"{"inputs": {"text": "b"}, "class_type": "CLIPTextEncode"}"#,
      "30": #"{"inputs": {"value": 2}, "class_type": "PrimitiveInt"}"#,
      "31": #"{"inputs": {"value": false}, "class_type": "PrimitiveBoolean"}"#,
    ]
    #expect(Self.setting(.prompt, prompt: Self.graph(nodes)) == expected)
    #expect(Self.setting(.negative, prompt: Self.graph(nodes)) == "blurry")
  }

  @Test("A number and a model behind a switch come from the selected branch")
  func switchedValues() {
    let graph = Self.graph([
      "3": Self.sampler(#""seed": ["20", 0], "steps": 20, "model": ["21", 0]"#),
      "20":
        #"{"inputs": {"select": 2, "input1": ["22", 0], "input2": ["23", 0]}, "class_type": "ImpactSwitch"}"#,
      "21":
        #"{"inputs": {"switch": false, "on_true": ["4", 0], "on_false": ["24", 0]}, "class_type": "ComfySwitchNode"}"#,
      "22": #"{"inputs": {"value": 1}, "class_type": "PrimitiveInt"}"#,
      "23": #"{"inputs": {"value": 42}, "class_type": "PrimitiveInt"}"#,
      "24": #"{"inputs": {"model_path": "folder"}, "class_type": "DiffusersLoader"}"#,
    ])
    #expect(Self.setting(.seed, prompt: graph) == "42")
    #expect(Self.setting(.model, prompt: graph) == "folder")
  }

  @Test(
    "A prompt is the text that reaches the model, and no other text of its nodes",
    arguments: [
      (#"{"user_prompt": "a moon", "system_prompt": "superior"}"#, "CLIPTextEncodeLumina2"),
      (#"{"text": "a box", "conditioning_to": ["20", 0]}"#, "GLIGENTextBoxApply"),
      (#"{"text": ["21", 0]}"#, "CLIPTextEncode"), (#"{"text": ["23", 0]}"#, "CLIPTextEncode"),
      (#"{"text": ["24", 0]}"#, "CLIPTextEncode"),
    ])
  func reachingTexts(inputs: String, kind: String) {
    let graph = Self.graph([
      "6": #"{"inputs": \#(inputs), "class_type": "\#(kind)"}"#,
      "20": #"{"inputs": {"text": "a moon"}, "class_type": "CLIPTextEncode"}"#,
      "21": #"{"inputs": {"text": ["22", 0], "text_0": "a moon"}, "class_type": "ShowText"}"#,
      "22": #"{"inputs": {"prompt": "describe it"}, "class_type": "LLM"}"#,
      "23":
        #"{"inputs": {"string": "a sun", "find": "sun", "replace": "moon"}, "class_type": "StringReplace"}"#,
      "24":
        #"{"inputs": {"part1": "a", "part2": " ", "part3": "moon", "separator": ""}, "class_type": "Combine"}"#,
    ])
    #expect(Self.setting(.prompt, prompt: graph) == "a moon")
  }

  @Test(
    "Settings are read from guiders with two conditions, samplers named by class, and online services"
  )
  func otherNodes() {
    let graph = Self.graph([
      "3":
        #"{"inputs": {"noise": ["20", 0], "guider": ["21", 0], "sampler": ["22", 0], "sigmas": ["23", 0]}, "class_type": "SamplerCustomAdvanced"}"#,
      "20": #"{"inputs": {"noise_seed": 42}, "class_type": "RandomNoise"}"#,
      "21":
        #"{"inputs": {"cfg_conds": 7.5, "cfg_cond2_negative": 1.5, "model": ["4", 0], "cond1": ["6", 0], "cond2": ["6", 0], "negative": ["7", 0]}, "class_type": "DualCFGGuider"}"#,
      "22": #"{"inputs": {"eta": 1, "noise_device": "cpu"}, "class_type": "SamplerDPMPP_2M_SDE"}"#,
      "23": #"{"inputs": {"steps": 20}, "class_type": "KarrasScheduler"}"#,
    ])
    #expect(
      Self.settings(["prompt": graph])
        == ["42", "a moon", "blurry", "20", "7.5", "dpmpp_2m_sde", "m.safetensors"])
    for (kind, name) in [
      ("SamplerEulerAncestralCFGPP", "euler_ancestral_cfg_pp"), ("SamplerLMS", "lms"),
      ("SamplerDPMAdaptative", "dpm_adaptive"), ("SamplerSASolver", "sa_solver"),
    ] {
      let other = graph.replacing("SamplerDPMPP_2M_SDE", with: kind)
      #expect(Self.setting(.sampler, prompt: other) == name)
    }
    let service = """
      {"1": {"inputs": {"prompt": "a moon", "seed": 42, "model": "pro"}, "class_type": "ImageNode"},
       "2": {"inputs": {"images": ["1", 0]}, "class_type": "SaveImage"}}
      """
    #expect(
      Self.settings(["prompt": service]) == ["42", "a moon", nil, nil, nil, nil, "pro"])
  }

  @Test("Reading many switches set by one long node takes no longer than reading that node")
  func manySwitches() {
    let long = String(repeating: "moon ", count: 200_000)
    let switches = (100..<2_100).map {
      #""\#($0)": {"inputs": {"select": ["50", 0], "input1": ["\#($0 + 1)", 0], "input2": ["7", 0]}, "class_type": "ImpactSwitch"}"#
    }.joined(separator: ", ")
    let graph =
      Self.graph([
        "6": #"{"inputs": {"conditioning": ["100", 0]}, "class_type": "R"}"#,
        "50": #"{"inputs": {"value": 1, "text": "\#(long)"}, "class_type": "Long"}"#,
      ]).dropLast() + ", \(switches)}"
    #expect(Self.setting(.prompt, prompt: String(graph)) == nil)
    #expect(Self.setting(.seed, prompt: String(graph)) == "42")
  }

  @Test(
    "Joined pieces of text are one prompt",
    arguments: [
      (#""string_a": "a m", "string_b": "oon", "delimiter": """#, "StringConcatenate", "a moon"),
      (#""text1": "a", "text2": "moon", "separator": " ""#, "CR Text Concatenate", "a moon"),
      (
        #""text_a": ["21", 0], "text_b": "moon", "delimiter": ", ""#, "Text Concatenate",
        "the sea, moon"
      ),
      (#""text_a": "", "text_b": "moon", "delimiter": ", ""#, "Text Concatenate", "moon"),
      (#""text_a": ["20", 0], "text_b": "moon", "delimiter": "-""#, "Text Concatenate", "moon"),
      (
        #""string_a": ["22", 0], "string_b": "!", "delimiter": "\\n""#, "StringConcatenate",
        "the sea.\n!"
      ),
    ])
  func joinedTexts(inputs: String, kind: String, expected: String) {
    let graph = Self.graph([
      "6": #"{"inputs": {"text": ["20", 0], "clip": ["4", 1]}, "class_type": "CLIPTextEncode"}"#,
      "20": #"{"inputs": {\#(inputs)}, "class_type": "\#(kind)"}"#,
      "21": #"{"inputs": {"value": "the sea"}, "class_type": "PrimitiveString"}"#,
      "22":
        #"{"inputs": {"string_a": ["21", 0], "string_b": ".", "delimiter": ""}, "class_type": "StringConcatenate"}"#,
    ])
    #expect(Self.setting(.prompt, prompt: graph) == expected)
  }

  @Test(
    "Text that several nodes use appears once for each of them",
    arguments: [
      (#""string_a": ["30", 0], "string_b": ["21", 0], "delimiter": " and ""#, "cat and dog"),
      (#""string_a": ["30", 0], "string_b": ["30", 0], "delimiter": """#, "catcat"),
      (#""string_a": ["22", 0], "string_b": ["22", 0], "delimiter": "-""#, "a cat-a cat"),
      // A cycle.
      (#""string_a": ["20", 0], "string_b": ["30", 0], "delimiter": "-""#, "cat"),
    ])
  func sharedTexts(inputs: String, expected: String) {
    let nodes: KeyValuePairs = [
      "6": #"{"inputs": {"text": ["20", 0], "clip": ["4", 1]}, "class_type": "CLIPTextEncode"}"#,
      "20": #"{"inputs": {\#(inputs)}, "class_type": "StringConcatenate"}"#,
      "21":
        #"{"inputs": {"string": ["30", 0], "find": "cat", "replace": "dog"}, "class_type": "StringReplace"}"#,
      "22":
        #"{"inputs": {"string_a": "a ", "string_b": ["30", 0], "delimiter": ""}, "class_type": "StringConcatenate"}"#,
      "30": #"{"inputs": {"value": "cat"}, "class_type": "PrimitiveString"}"#,
    ]
    #expect(Self.setting(.prompt, prompt: Self.graph(nodes)) == expected)
    let encoders = Self.graph(nodes).replacing(
      #"{"text": ["20", 0], "clip": ["4", 1]}"#, with: #"{"clip_l": ["30", 0], "t5xxl": ["22", 0]}"#
    )
    #expect(Self.setting(.prompt, prompt: encoders) == "cat, a cat")
  }

  @Test(
    "A node that replaces text replaces every occurrence of it",
    arguments: [
      ("aaa", "aa", "b", "ba"), ("aabaab", "aab", "", nil), ("aaab", "aab", "c", "ac"),
      ("ababac", "abac", "x", "abx"), ("moon", "sun", "x", "moon"), ("m", "moon", "x", "m"),
      ("a\u{301}e\u{301}", "e", "o", "a\u{301}o\u{301}"),
    ] as [(String, String, String, String?)])
  func replacements(text: String, old: String, new: String, expected: String?) {
    let graph = Self.graph([
      "6": #"{"inputs": {"text": ["20", 0]}, "class_type": "CLIPTextEncode"}"#,
      "20":
        #"{"inputs": {"string": "\#(text)", "find": "\#(old)", "replace": "\#(new)"}, "class_type": "StringReplace"}"#,
    ])
    #expect(Self.setting(.prompt, prompt: graph) == expected)
  }

  @Test("Text that grows with every node is cut to the length that a picture keeps")
  func growingTexts() throws {
    let long = String(repeating: "a", count: 4000)
    func replacing(_ input: String) -> String {
      #"{"inputs": {"string": \#(input), "find": "a", "replace": "\#(long)"}, "class_type": "StringReplace"}"#
    }
    let parts = (0..<5000).map { #""text\#($0)": "b""# }.joined(separator: ", ")
    // Every node doubles the text, or reads the next node three hundred times.
    let links = (0..<300).map { #""text\#($0)": ["NEXT", 0]"# }.joined(separator: ", ")
    let chains = [#""string_a": ["NEXT", 0], "string_b": ["NEXT", 0]"#, links].map { inputs in
      (20..<40).map {
        #", "\#($0)": {"inputs": {\#(inputs.replacing("NEXT", with: "\($0 + 1)")), "delimiter": ""}, "class_type": "StringConcatenate"}"#
      }.joined()
    }
    let last = #", "40": {"inputs": {"value": "a moon"}, "class_type": "PrimitiveString"}"#
    for (nodes, start) in [
      (#", "20": \#(replacing(#"["21", 0]"#)), "21": \#(replacing("\"\(long)\""))"#, "aaa"),
      (
        #", "20": {"inputs": {\#(parts), "delimiter": "\#(long)"}, "class_type": "StringConcatenate"}"#,
        "baa"
      ),
      (chains[0] + last, "a moona moon"), (chains[1] + last, "a moona moon"),
    ] {
      let graph =
        Self.graph(["6": #"{"inputs": {"text": ["20", 0]}, "class_type": "CLIPTextEncode"}"#])
        .dropLast() + nodes + "}"
      let prompt = try #require(Self.setting(.prompt, prompt: String(graph)))
      #expect(prompt.hasPrefix(start) && prompt.utf8.count <= FactLength.listed + 4)
    }
  }

  @Test(
    "A switch between strings passes on the selected one, even if it is empty",
    arguments: [
      (#""boolean": false, "text_a": "A", "text_b": """#, nil),
      (#""boolean": true, "text_a": "A", "text_b": """#, "A"),
      (#""text_a": "", "text_b": "B""#, "B"), (#""text_a": "", "text_b": "B", "text_c": "C""#, "B"),
      // Which text a seed selects is unknown. A setting such as `strength` selects no text.
      (#""text_a": "A", "text_b": "B", "seed": 2, "mode": "random""#, nil),
      (#""text_a": "A", "text_b": "B", "strength": 2"#, "A"),
      (#""text_a": "A", "text_b": "B", "index": 2, "seed": 1"#, "B"),
    ] as [(String, String?)])
  func switchedTexts(inputs: String, expected: String?) {
    let graph = Self.graph([
      "6": #"{"inputs": {"text": ["20", 0]}, "class_type": "CLIPTextEncode"}"#,
      "20": #"{"inputs": {\#(inputs)}, "class_type": "Text Input Switch"}"#,
    ])
    #expect(Self.setting(.prompt, prompt: graph) == expected)
    #expect(Self.setting(.negative, prompt: graph) == "blurry")
  }

  @Test(
    "A selector's class does not name the sampler, and only whole words in a field's name count")
  func names() {
    let graph = Self.graph([
      "3": Self.sampler(#""seed": 42, "steps": ["31", 0], "cfg": ["31", 1], "positive": ["6", 0]"#)
        .replacing(#""euler""#, with: #"["30", 0]"#),
      "30": #"{"inputs": {"index": 2}, "class_type": "SamplerSelector"}"#,
      "31":
        #"{"inputs": {"end_cfg": 1, "minSteps": 1, "recommended_cfg": 7.5, "blend_steps": 20}, "class_type": "Values"}"#,
    ])
    #expect(Self.setting(.sampler, prompt: graph) == nil)
    #expect(Self.setting(.cfg, prompt: graph) == "7.5")
    #expect(Self.setting(.steps, prompt: graph) == "20")
    let linked = graph.replacing(#""sampler_name": ["#, with: #""sampler": ["#)
    #expect(Self.setting(.sampler, prompt: linked) == nil)
    let named = linked.replacing("SamplerSelector", with: "SamplerLMS")
    #expect(Self.setting(.sampler, prompt: named) == "lms")
  }

  @Test("A node that sets many switches is read only once")
  func settingSwitches() {
    // A chain of long nodes, the last of which has the number of the input to use.
    let chain = (50..<57).map {
      let text = String(repeating: "moon ", count: 800)
      return
        #""\#($0)": {"inputs": {"value": ["\#($0 + 1)", 0], "text": "\#(text)"}, "class_type": "R"}"#
    }.joined(separator: ", ")
    let switches = (100..<2_100).map {
      #""\#($0)": {"inputs": {"select": ["50", 0], "input1": ["7", 0], "input2": ["\#($0 + 1)", 0]}, "class_type": "ImpactSwitch"}"#
    }.joined(separator: ", ")
    let last = """
      "57": {"inputs": {"value": 2}, "class_type": "PrimitiveInt"},
      "2100": {"inputs": {"text": "a moon"}, "class_type": "CLIPTextEncode"}
      """
    let graph =
      Self.graph(["6": #"{"inputs": {"conditioning": ["100", 0]}, "class_type": "R"}"#]).dropLast()
      + ", \(chain), \(switches), \(last)}"
    let duration = ContinuousClock().measure {
      #expect(Self.setting(.prompt, prompt: String(graph)) == "a moon")
    }
    #expect(duration < .seconds(10))
  }

  @Test(
    "In a workflow without widget names, a sampler's values are read in their usual order",
    arguments: [
      (#""KSampler""#, #"42, "fixed", 20, 7.5, "euler", "normal", 1"#),
      (#""KSampler""#, #"42, true, 20, 7.5, "euler", "normal", 1"#),
      (
        #""KSamplerAdvanced""#,
        #""enable", 42, "randomize", 20, 7.5, "euler", "normal", 0, 1, "no""#
      ),
      (#""Somebody's sampler""#, #"42, "increment", 20, 7.5, "euler", "normal", 1"#),
    ])
  func unnamedWidgets(kind: String, values: String) {
    let nodes = """
      [{"id": 3, "type": \(kind), "inputs": [{"name": "model", "link": 1},
         {"name": "positive", "link": 2}, {"name": "negative", "link": 3}], "widgets_values": [\(values)]},
       {"id": 4, "type": "CheckpointLoaderSimple", "widgets_values": ["m.safetensors"]},
       {"id": 6, "type": "CLIPTextEncode", "widgets_values": ["a moon"]},
       {"id": 7, "type": "CLIPTextEncode", "widgets_values": ["blurry"]},
       {"id": 9, "type": "SaveImage", "inputs": [{"name": "images", "link": 4}]}]
      """
    let links = "[[1, 4, 0, 3, 0], [2, 6, 0, 3, 1], [3, 7, 0, 3, 2], [4, 3, 0, 9, 0]]"
    let workflow = #"{"nodes": \#(nodes), "links": \#(links)}"#
    #expect(Self.settings(["workflow": workflow]) == Self.expected)
  }

  @Test("A cycle causes no endless loop; a huge prompt, deep nesting or damage causes no crash")
  func hostile() {
    let cycle = Self.graph([
      "3": Self.sampler(
        #""seed": ["3", 0], "steps": ["20", 0], "cfg": 7.5, "model": ["20", 0], "positive": ["20", 0], "negative": ["21", 0]"#
      ),
      "20": #"{"inputs": {"": ["21", 0]}, "class_type": "Reroute"}"#,
      "21":
        #"{"inputs": {"": ["20", 0], "conditioning": ["21", 0], "latent": ["3", 0]}, "class_type": "R"}"#,
      "9": #"{"inputs": {"images": ["3", 0]}, "class_type": "SaveImage"}"#,
      "5": #"{"inputs": {"samples": ["3", 0]}, "class_type": "LatentUpscale"}"#,
    ])
    #expect(Self.setting(.cfg, prompt: cycle) == "7.5")
    for setting in [GeneratorSetting.seed, .steps, .prompt, .model] {
      #expect(Self.setting(setting, prompt: cycle) == nil, "\(setting)")
    }
    // A chain of nodes too long for recursion.
    let chain = (100..<20_100).map {
      #""\#($0)": {"inputs": {"": ["\#($0 + 1)", 0]}, "class_type": "Reroute"}"#
    }.joined(separator: ", ")
    let last = #""20100": {"inputs": {"text": "a moon"}, "class_type": "CLIPTextEncode"}"#
    let long =
      Self.graph(["6": #"{"inputs": {"": ["100", 0]}, "class_type": "Reroute"}"#]).dropLast()
      + ", \(chain), \(last)}"
    #expect(long.utf8.count > 1_000_000)
    #expect(Self.setting(.prompt, prompt: String(long)) == "a moon")
    let text = String(repeating: "moon ", count: 250_000)
    let wide = Self.graph([
      "6": #"{"inputs": {"text": "\#(text)"}, "class_type": "CLIPTextEncode"}"#
    ])
    #expect(Self.setting(.prompt, prompt: wide)?.hasPrefix("moon moon") == true)
    #expect(Self.setting(.seed, prompt: wide) == "42")
    for unit in ["{\"a\":", "[", "{\"3\":{\"class_type\":\"K\",\"inputs\":", "\"", "{\"a\":{},"] {
      let deep = String(repeating: unit, count: 100_000)
      #expect(Self.settings(["prompt": deep, "workflow": deep, "parameters": deep]).count == 7)
    }
    let bytes = Array(Self.basic.utf8)
    for damaged in bytes.truncations {
      let settings = GeneratorSettings(["prompt": damaged.bytes, "workflow": damaged.bytes])
      #expect([nil, "42", "4"].contains(settings[.seed]), "\(damaged)")
    }
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      var bytes = bytes
      for _ in 0...random.number(below: 6) {
        let piece = #"{}[]",:\#\"# + "3n "
        bytes[random.number(below: bytes.count)] =
          Array(piece.utf8)[
            random.number(below: piece.utf8.count)]
      }
      let settings = GeneratorSettings(["prompt": bytes, "parameters": bytes])
      #expect(GeneratorSetting.allCases.allSatisfy { settings[$0] != "" })
    }
  }

  @Test("InvokeAI's settings are read without a prompt")
  func noPrompt() {
    let flux = """
      {"generation_mode": "flux_txt2img", "negative_prompt": "blurry", "seed": 42, "num_steps": 20,
       "guidance": 7.5, "scheduler": "euler", "model": {"name": "m.safetensors"}}
      """
    #expect(
      Self.settings(["invokeai_metadata": flux])
        == ["42", nil, "blurry", "20", "7.5", "euler", "m.safetensors"])
  }

  @Test("Settings are read from comments in XMP and JPEG, and from descriptions")
  func otherCarriers() throws {
    let text = "a moon\nNegative prompt: blurry\nSteps: 20, Seed: 42, Size: 8x8"
    let xmp = """
      <exif:UserComment><rdf:Alt><rdf:li xml:lang='x-default'>\(text.replacing("\n", with: "&#10;"))\
      </rdf:li></rdf:Alt></exif:UserComment>
      """
    let exif = ExifFixture([270: .ascii(text)]).encoded()
    for metadata in [
      PictureMetadata(xmp: [Array(xmp.utf8)]),
      PictureMetadata(texts: [PictureText(keyword: "Comment", text: text)]),
      PictureMetadata(exif: TIFFDirectory(exif: exif)),
      // A comment without settings does not hide one with settings.
      PictureMetadata(
        texts: [PictureText(keyword: "Comment", text: "a holiday")], xmp: [Array(xmp.utf8)]),
    ] {
      let facts = MetadataFacts(metadata, [], asksForSettings: true)
      #expect(facts.fact(.seed, "")?.text == "42")
      #expect(facts.fact(.prompt, "")?.text == "a moon")
      #expect(facts.fact(.negative, "")?.text == "blurry")
      #expect(MetadataFacts(metadata, []).fact(.seed, "") == nil)
    }
  }

  @Test(
    "Settings in any form are found in a PNG's comments and descriptions, whatever is requested",
    arguments: ["Comment", "Description"])
  func carriers(keyword: String) throws {
    for (text, prompt) in [
      (#"{"steps": 20, "seed": 42, "prompt": "a moon"}"#, "a moon"), (Self.basic, "a moon"),
      ("a moon\nSteps: 20, Seed: 42", "a moon"), (#"{"steps": 20, "seed": 42}"#, nil),
      (#"{"sui_image_params": {"steps": 20, "seed": 42}}"#, nil),
    ] {
      let settings = Self.settings([keyword: text])
      #expect([settings[0], settings[1], settings[3]] == ["42", prompt, "20"], "\(text)")
      for texts in [[], [PictureText(keyword: keyword, text: text)]] {
        var metadata = PictureMetadata(texts: texts)
        metadata.settings = GeneratorSettings([:])
        // The settings of a PNG do not come from the texts that happen to be requested.
        #expect(MetadataFacts(metadata, [], asksForSettings: true).fact(.seed, "") == nil)
      }
    }
  }

  @Test("Settings in Exif equal those in PNG, and every token reads them")
  func exif() throws {
    let comment = Array("ASCII\0\0\0".utf8) + "a moon\nSteps: 20, Seed: 42, Size: 8x8".utf8
    let exif = ExifFixture([
      272: .ascii("prompt:" + Self.basic.replacing("\n", with: " ")),
      34665: .directory(
        ExifFixture([
          37510: .numbers(type: 7, bytes: 1, count: comment.count, comment.map(Int.init))
        ])),
    ])
    let metadata = PictureMetadata(exif: TIFFDirectory(exif: exif.encoded()))
    let facts = MetadataFacts(metadata, [], asksForSettings: true)
    for (setting, expected) in zip(GeneratorSetting.allCases, Self.expected) {
      let token = try #require(PictureToken.named(setting.rawValue))
      guard case .metadata(let needs, let fact) = token.origin else {
        Issue.record("\(setting)")
        continue
      }
      #expect(needs("").settings && needs("").exif && token.token.isRecent)
      #expect(facts.fact(fact, "")?.text == expected)
    }
    let large = Fact(reading: "18446744073709551615")
    #expect(large.value == .text("18446744073709551615"))
  }
}
